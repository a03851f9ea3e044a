package dev.agentmailbox.mime.write;

import java.util.Arrays;

/** Encodes quoted-printable (RFC 2045 section 6.7) such that relays have no reason to modify it. */
final class QuotedPrintable {
  /** Characters per line, excluding line end and soft line break. */
  private static final int MAX_LINE = 75;

  private static final String HEX = "0123456789ABCDEF";
  private static final String MBOX_SEPARATOR = "From ";

  /** Most bytes for one octet: a soft line break and its code. */
  private static final int MAX_STEP = 6;

  private final byte[] in;
  // Written byte by byte, which a synchronized stream would make slow.
  private byte[] out;
  private int length;
  private int column;

  private QuotedPrintable(byte[] in) {
    this.in = in;
    this.out = new byte[in.length + in.length / 16 + MAX_STEP];
  }

  /** Encodes UTF-8 with CRLF line ends. */
  static byte[] encode(byte[] utf8) {
    return new QuotedPrintable(utf8).run();
  }

  private byte[] run() {
    for (int i = 0; i < in.length; i++) {
      if (out.length - length < MAX_STEP) {
        out = Arrays.copyOf(out, out.length + out.length / 2 + MAX_STEP);
      }
      if (in[i] == '\r' && i + 1 < in.length && in[i + 1] == '\n') {
        put('\r');
        put('\n');
        column = 0;
        i++;
      } else {
        octet(i);
      }
    }
    return Arrays.copyOf(out, length);
  }

  private void octet(int i) {
    int octet = in[i] & 0xFF;
    boolean plain = isPlain(octet) && !isTrap(i);
    int width = plain ? 1 : 3;
    // Multi-octet characters are not split by soft line breaks.
    int needed = octet >= 0xC0 ? 3 * characterLength(octet) : width;
    if (column + needed > MAX_LINE) {
      softBreak();
    }
    if (plain && !(column == 0 && octet == '.')) {
      put(octet);
      column++;
    } else {
      put('=');
      put(HEX.charAt(octet >> 4));
      put(HEX.charAt(octet & 0xF));
      column += 3;
    }
  }

  private void put(int octet) {
    out[length++] = (byte) octet;
  }

  private void softBreak() {
    put('=');
    put('\r');
    put('\n');
    column = 0;
  }

  private static int characterLength(int first) {
    if (first >= 0xF0) {
      return 4;
    }
    return first >= 0xE0 ? 3 : 2;
  }

  private static boolean isPlain(int octet) {
    return (octet >= ' ' && octet <= '~' && octet != '=') || octet == '\t';
  }

  /** Trailing white space, and what mbox writers would escape. */
  private boolean isTrap(int i) {
    if (in[i] == ' ' || in[i] == '\t') {
      return i + 1 == in.length || in[i + 1] == '\r';
    }
    return in[i] == 'F' && (i == 0 || in[i - 1] == '\n') && followsSeparator(i);
  }

  private boolean followsSeparator(int i) {
    for (int k = 0; k < MBOX_SEPARATOR.length(); k++) {
      if (i + k >= in.length || in[i + k] != MBOX_SEPARATOR.charAt(k)) {
        return false;
      }
    }
    return true;
  }
}
