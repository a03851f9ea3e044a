package dev.agentmailbox.mime.text;

/**
 * Decodes UTF-7 (RFC 2152), which the JDK does not have. Strict: a plus sign that begins no
 * complete base64 sequence is a plus sign. Linear.
 */
final class Utf7 {
  private static final int UNIT_BITS = 16;

  private final byte[] in;
  private final StringBuilder out;
  private int at;

  private Utf7(byte[] in) {
    this.in = in;
    this.out = new StringBuilder(in.length);
  }

  static String decode(byte[] bytes) {
    return new Utf7(bytes).run();
  }

  private String run() {
    while (at < in.length) {
      byte octet = in[at++];
      if (octet != '+') {
        out.append(octet < 0 ? '\uFFFD' : (char) octet);
      } else if (at < in.length && in[at] == '-') {
        out.append('+');
        at++;
      } else {
        shifted();
      }
    }
    return out.toString();
  }

  /** The sequence after a plus sign, with the hyphen that may end it. */
  private void shifted() {
    int end = at;
    while (end < in.length && Base64Digits.value((char) (in[end] & 0xFF)) >= 0) {
      end++;
    }
    int bits = (end - at) * 6;
    int lastDigit = end == at ? 0 : Base64Digits.value((char) in[end - 1]);
    int padding = bits % UNIT_BITS;
    if (bits < UNIT_BITS || padding >= 6 || (lastDigit & ((1 << padding) - 1)) != 0) {
      out.append('+');
      return;
    }
    int buffer = 0;
    int count = 0;
    for (; at < end; at++) {
      buffer = (buffer << 6 | Base64Digits.value((char) in[at])) & 0x3FFFFF;
      count += 6;
      if (count >= UNIT_BITS) {
        count -= UNIT_BITS;
        out.append((char) (buffer >> count & 0xFFFF));
      }
    }
    if (at < in.length && in[at] == '-') {
      at++;
    }
  }
}
