package dev.agentmailbox.mime.read;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Octets outside ASCII where RFC 2047 and RFC 2231 want them coded: they are coded here, so that
 * they are decoded by the charset that is named beside them.
 */
final class RawOctets {
  private final byte[] in;
  private final ByteArrayOutputStream out;

  private RawOctets(byte[] in) {
    this.in = in;
    this.out = new ByteArrayOutputStream(in.length * 2);
  }

  /** The value of a field, with the octets of Q words and of extended parameters coded. */
  static byte[] coded(byte[] value) {
    return new RawOctets(value).run();
  }

  private byte[] run() {
    // One character for each octet, to search it.
    String text = new String(in, StandardCharsets.ISO_8859_1);
    int at = 0;
    while (at < in.length) {
      int word = text.startsWith("=?", at) ? wordContent(text, at) : -1;
      if (word >= 0) {
        int end = text.indexOf("?=", word);
        at = copy(at, end < 0 ? in.length : end, '=');
      } else if (text.startsWith("*=", at)) {
        int end = text.indexOf(';', at);
        at = copy(at, end < 0 ? in.length : end, '%');
      } else {
        out.write(in[at++]);
      }
    }
    return out.toByteArray();
  }

  private static int wordContent(String text, int at) {
    int charsetEnd = EncodedWords.charsetEnd(text, at + 2);
    boolean quoted = charsetEnd >= 0 && "qQ".indexOf(text.charAt(charsetEnd + 1)) >= 0;
    return quoted ? charsetEnd + 3 : -1;
  }

  private int copy(int from, int to, char mark) {
    for (int i = from; i < to; i++) {
      if (in[i] < 0) {
        out.write(mark);
        out.writeBytes(HexFormat.of().toHexDigits(in[i]).getBytes(StandardCharsets.US_ASCII));
      } else {
        out.write(in[i]);
      }
    }
    return to;
  }
}
