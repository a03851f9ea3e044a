package dev.agentmailbox.mime.write;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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
  static void require(byte[] bytes, List<String> fieldNames) {
    List<String> found = new ArrayList<>();
    boolean inHeader = true;
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte octet = bytes[i];
      if (octet <= 0) {
        throw defect("octet outside ASCII", i);
      }
      if (octet == '\r' && (i + 1 == bytes.length || bytes[i + 1] != '\n')) {
        throw defect("bare CR", i);
      }
      if (octet != '\n') {
        continue;
      }
      int end = i - 1;
      if (end < start || bytes[end] != '\r') {
        throw defect("bare LF", i);
      }
      if (end - start > MAX_LINE) {
        throw defect("line too long", start);
      }
      if (inHeader) {
        inHeader = headerLine(bytes, start, end, found);
      }
      start = i + 1;
    }
    if (start != bytes.length || inHeader) {
      throw defect("no line end", start);
    }
    if (!found.equals(fieldNames)) {
      throw defect("header fields are not the intended ones", 0);
    }
  }

  /** Records the field's name; false for the line that ends the header. */
  private static boolean headerLine(byte[] bytes, int start, int end, List<String> found) {
    if (start == end) {
      return false;
    }
    if (bytes[start] == ' ') {
      return true;
    }
    int colon = start;
    while (colon < end && bytes[colon] > ' ' && bytes[colon] < 0x7f && bytes[colon] != ':') {
      colon++;
    }
    if (colon == start || colon == end || bytes[colon] != ':') {
      throw defect("header line is no field", start);
    }
    found.add(new String(bytes, start, colon - start, StandardCharsets.US_ASCII));
    return true;
  }

  private static IllegalStateException defect(String what, int at) {
    return new IllegalStateException("composed message: " + what + " at byte " + at);
  }
}
