package dev.agentmailbox.mime.write;

import jakarta.mail.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Final validation of the bytes of a composed message. */
final class WireCheck {
  /** RFC 5322 section 2.1.1, without CRLF. */
  static final int MAX_LINE = 998;

  private WireCheck() {}

  /**
   * Requires 7-bit bytes without NUL, CRLF line ends only, lines of at most {@value #MAX_LINE}
   * bytes, and exactly the intended header fields.
   *
   * @throws IllegalStateException the writer has a defect; gives the position, not the content
   */
  static void require(byte[] bytes, List<Header> fields) {
    String fault = fault(bytes);
    if (fault != null) {
      throw defect(fault);
    }
    if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
      throw defect("no line end");
    }
    List<String> lines = header(bytes).lines().filter(line -> !line.startsWith(" ")).toList();
    boolean intended = lines.size() == fields.size();
    for (int i = 0; intended && i < lines.size(); i++) {
      String name = fields.get(i).getName() + ":";
      intended = lines.get(i).regionMatches(true, 0, name, 0, name.length());
    }
    if (!intended) {
      throw defect("header fields are not the intended ones");
    }
  }

  /** Whether every relay transmits the bytes unchanged. */
  static boolean isTransmittable(byte[] bytes) {
    return fault(bytes) == null;
  }

  private static @Nullable String fault(byte[] bytes) {
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      boolean lineEnd = bytes[i] == '\r' && i + 1 < bytes.length && bytes[i + 1] == '\n';
      if (bytes[i] <= 0) {
        return "octet outside ASCII at byte " + i;
      }
      if (!lineEnd && (bytes[i] == '\r' || bytes[i] == '\n')) {
        return "bare CR or LF at byte " + i;
      }
      if (!lineEnd && i - start >= MAX_LINE) {
        return "line too long at byte " + start;
      }
      if (lineEnd) {
        i++;
        start = i + 1;
      }
    }
    return null;
  }

  /** What is before the first empty line; the line ends are those of {@link #fault}. */
  private static String header(byte[] bytes) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == '\n' && bytes[i + 1] == '\r') {
        return new String(bytes, 0, i, StandardCharsets.US_ASCII);
      }
    }
    throw defect("no end of the header");
  }

  private static IllegalStateException defect(String what) {
    return new IllegalStateException("composed message: " + what);
  }
}
