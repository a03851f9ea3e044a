package dev.agentmailbox.http.server.connection;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Percent-decoding (RFC 3986 section 2.1), strict: every escape must be complete, everything else
 * ASCII, and the bytes valid UTF-8.
 */
final class Percent {
  private static final int MAX_ASCII = 0x7f;

  private Percent() {}

  /** The decoded text; empty when it is not percent-encoded ASCII or the bytes are not UTF-8. */
  static Optional<String> decode(String text) {
    if (!text.chars().allMatch(c -> c <= MAX_ASCII)) {
      return Optional.empty();
    }
    if (text.indexOf('%') < 0) {
      return Optional.of(text);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        bytes.write(c);
        continue;
      }
      if (i + 2 >= text.length()) {
        return Optional.empty();
      }
      int high = Character.digit(text.charAt(i + 1), 16);
      int low = Character.digit(text.charAt(i + 2), 16);
      if (high < 0 || low < 0) {
        return Optional.empty();
      }
      bytes.write(high << 4 | low);
      i += 2;
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.toByteArray()))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
