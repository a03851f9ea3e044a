package dev.agentmailbox.server.client;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Prints for people. Mail is written by strangers: what could move the cursor, change a title or
 * reorder a line is replaced.
 */
final class Terminal {
  private static final int DEFAULT_WIDTH = 120;
  private static final int MIN_WIDTH = 40;
  private static final int MAX_CELL = 40;
  private static final String GAP = "  ";
  private static final char REPLACEMENT = '\uFFFD';

  private final PrintWriter out;
  private final int width;

  Terminal(PrintWriter out, Map<String, String> environment) {
    this.out = out;
    this.width = width(environment.getOrDefault("COLUMNS", ""));
  }

  private static int width(String columns) {
    try {
      return Math.max(MIN_WIDTH, Integer.parseInt(columns));
    } catch (NumberFormatException notSet) {
      return DEFAULT_WIDTH;
    }
  }

  /** Prints text, with its lines as they are. */
  void text(String text) {
    out.println(harmless(text, true));
    out.flush();
  }

  /** Prints JSON; what a terminal would act on is escaped, which does not change its meaning. */
  void json(byte[] json) {
    StringBuilder line = new StringBuilder();
    String text = new String(json, StandardCharsets.UTF_8).stripTrailing();
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (isHarmful(c)) {
        line.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    out.println(line);
    out.flush();
  }

  /**
   * Prints a table. Cells after the first are cut where they would be too long.
   *
   * @param head titles of the columns
   * @param rows as many cells each
   */
  void table(List<String> head, List<List<String>> rows) {
    List<List<String>> lines =
        Stream.concat(Stream.of(head), rows.stream())
            .map(row -> row.stream().map(cell -> harmless(cell, false)).toList())
            .toList();
    int last = head.size() - 1;
    for (List<String> row : lines) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < last; column++) {
        int at = column;
        int longest = lines.stream().mapToInt(other -> other.get(at).length()).max().orElse(0);
        int room = column == 0 ? longest : Math.min(longest, MAX_CELL);
        String cell = cut(row.get(column), room);
        line.append(cell).append(" ".repeat(room - cell.length())).append(GAP);
      }
      out.println(cut(line.append(row.get(last)).toString().stripTrailing(), width));
    }
    out.flush();
  }

  private static String cut(String text, int room) {
    return text.length() <= room ? text : text.substring(0, room - 1) + "…";
  }

  /** The text without control and direction characters. */
  static String harmless(String text, boolean lines) {
    StringBuilder safe = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (lines && (c == '\n' || c == '\t')) {
        safe.append(c);
      } else if (!lines || c != '\r') {
        safe.append(isHarmful(c) ? REPLACEMENT : c);
      }
    }
    return safe.toString();
  }

  /** Control characters, and those that change the direction of text (UAX 9). */
  private static boolean isHarmful(char c) {
    return Character.isISOControl(c)
        || (c >= '\u202A' && c <= '\u202E')
        || (c >= '\u2066' && c <= '\u2069');
  }

  /** A time of the API, to the minute: {@code 2026-11-27 10:15}. */
  static String minute(String timestamp) {
    int end = "2026-11-27T10:15".length();
    return timestamp.length() < end ? timestamp : timestamp.substring(0, end).replace('T', ' ');
  }
}
