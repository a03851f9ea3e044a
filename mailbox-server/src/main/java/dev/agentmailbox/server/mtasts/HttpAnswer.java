package dev.agentmailbox.server.mtasts;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Reads a whole HTTP/1.1 answer (RFC 9112) that was read up to the end of its connection. */
final class HttpAnswer {
  /** Header and body together; a policy of 64 KiB is the longest that must be read. */
  static final int MAX_BYTES = 80 * 1024;

  private static final String LINE_END = "\r\n";

  private HttpAnswer() {}

  /**
   * The text of a plain 200.
   *
   * @return empty for every other status, a redirect too, and for every other type
   * @throws IOException the answer is no HTTP, or cut
   */
  static Optional<String> text(byte[] answer) throws IOException {
    String whole = new String(answer, StandardCharsets.ISO_8859_1);
    int headerEnd = whole.indexOf(LINE_END + LINE_END);
    if (headerEnd < 0 || !whole.matches("(?s)HTTP/1\\.[01] [0-9]{3}[ \r].*")) {
      throw new ProtocolException("no HTTP answer");
    }
    String header = whole.substring(0, headerEnd);
    String body = whole.substring(headerEnd + 2 * LINE_END.length());
    boolean plain = field(header, "content-type").toLowerCase(Locale.ROOT).matches("text/plain.*");
    if (!whole.startsWith("200", "HTTP/1.1 ".length()) || !plain) {
      return Optional.empty();
    }
    if (field(header, "transfer-encoding").equalsIgnoreCase("chunked")) {
      return Optional.of(joined(body));
    }
    String length = field(header, "content-length");
    if (length.isEmpty() && answer.length < MAX_BYTES) {
      return Optional.of(body);
    }
    if (!length.matches("[0-9]{1,6}") || Integer.parseInt(length) > body.length()) {
      throw new ProtocolException("the answer is cut or too long");
    }
    return Optional.of(body.substring(0, Integer.parseInt(length)));
  }

  private static String field(String header, String name) {
    for (String line : header.split(LINE_END, -1)) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
        return line.substring(colon + 1).strip();
      }
    }
    return "";
  }

  /** RFC 9112 section 7.1. */
  private static String joined(String body) throws IOException {
    StringBuilder joined = new StringBuilder();
    int at = 0;
    while (true) {
      int lineEnd = body.indexOf(LINE_END, at);
      String size = lineEnd < 0 ? "" : body.substring(at, lineEnd).replaceFirst("[ \t;].*", "");
      if (!size.matches("[0-9a-fA-F]{1,5}")) {
        throw new ProtocolException("the answer is cut or too long");
      }
      int length = Integer.parseInt(size, 16);
      if (length == 0) {
        return joined.toString();
      }
      int start = lineEnd + LINE_END.length();
      if (start + length > body.length()) {
        throw new ProtocolException("the answer is cut or too long");
      }
      joined.append(body, start, start + length);
      at = start + length + LINE_END.length();
    }
  }
}
