package dev.agentmailbox.mime.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Decodes UTF-7 (RFC 2152), which the JDK does not have. Strict: a plus sign that begins no
 * complete base64 sequence is a plus sign. Linear.
 */
final class Utf7 {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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
    while (end < in.length && DIGITS.indexOf(in[end]) >= 0) {
      end++;
    }
    int bits = (end - at) * 6;
    int lastDigit = end == at ? 0 : DIGITS.indexOf(in[end - 1]);
    int padding = bits % UNIT_BITS;
    if (bits < UNIT_BITS || padding >= 6 || (lastDigit & ((1 << padding) - 1)) != 0) {
      out.append('+');
      return;
    }
    byte[] decoded = Base64.getDecoder().decode(Arrays.copyOfRange(in, at, end));
    out.append(new String(decoded, 0, bits / UNIT_BITS * 2, StandardCharsets.UTF_16BE));
    at = end < in.length && in[end] == '-' ? end + 1 : end;
  }
}
