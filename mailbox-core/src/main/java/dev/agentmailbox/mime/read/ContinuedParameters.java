package dev.agentmailbox.mime.read;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Parameter continuations and charsets (RFC 2231 sections 3 and 4). */
final class ContinuedParameters {
  private static final int MAX_SECTION_DIGITS = 4;

  private ContinuedParameters() {}

  private record Piece(String value, boolean encoded) {}

  /** Merges names such as {@code filename*0*}; RFC 2231 takes precedence over the plain form. */
  static Map<String, String> merge(Map<String, String> raw) {
    Map<String, SortedMap<Integer, Piece>> pieces = new LinkedHashMap<>();
    Map<String, String> merged = new LinkedHashMap<>();
    raw.forEach(
        (name, value) -> {
          int star = name.indexOf('*');
          if (star <= 0) {
            merged.put(name, EncodedWords.decode(value));
            return;
          }
          boolean encoded = name.endsWith("*");
          int end = encoded ? name.length() - 1 : name.length();
          int section = star + 1 >= end ? 0 : section(name.substring(star + 1, end));
          if (section >= 0) {
            pieces
                .computeIfAbsent(name.substring(0, star), any -> new TreeMap<>())
                .putIfAbsent(section, new Piece(value, encoded));
          }
        });
    pieces.forEach(
        (name, parts) -> {
          String joined = EncodedWords.decode(join(parts));
          if (!joined.isBlank() || !merged.containsKey(name)) {
            merged.put(name, joined);
          }
        });
    return merged;
  }

  private static int section(String digits) {
    if (digits.isEmpty() || digits.length() > MAX_SECTION_DIGITS) {
      return -1;
    }
    int number = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private static String join(SortedMap<Integer, Piece> parts) {
    StringBuilder joined = new StringBuilder();
    CodedOctets octets = new CodedOctets(joined);
    String charset = null;
    boolean first = true;
    for (Piece piece : parts.values()) {
      String value = piece.value();
      if (piece.encoded() && first) {
        int quote = value.indexOf('\'');
        int second = quote < 0 ? -1 : value.indexOf('\'', quote + 1);
        if (second >= 0) {
          charset = value.substring(0, quote);
          value = value.substring(second + 1);
        }
      }
      first = false;
      octets.append(value, piece.encoded() ? '%' : CodedOctets.NO_MARK, charset);
    }
    octets.flush(charset);
    return joined.toString();
  }
}
