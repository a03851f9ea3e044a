package dev.agentmailbox.service.sending.outcome;

import dev.agentmailbox.mime.ResourceLines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Phrases used by mail servers, matched verbatim in text with normalized white space. The data is
 * {@code bounces.txt}.
 */
final class FailurePhrases {
  private static final int MAX_CHARACTERS = 8_000;

  private static final Map<String, List<String>> SECTIONS = read();

  private FailurePhrases() {}

  private static Map<String, List<String>> read() {
    Map<String, List<String>> sections = new HashMap<>();
    List<String> phrases = new ArrayList<>();
    for (String line : ResourceLines.of(FailurePhrases.class, "bounces.txt")) {
      if (line.startsWith("[")) {
        phrases = new ArrayList<>();
        sections.put(line.substring(1, line.indexOf(']')), phrases);
      } else {
        phrases.add(line.endsWith("_") ? line.substring(0, line.length() - 1) + ' ' : line);
      }
    }
    return sections;
  }

  /** The phrases of a section of the file. */
  static List<String> section(String name) {
    return SECTIONS.getOrDefault(name, List.of());
  }

  /** Normalizes text for matching: lower case, single spaces, truncated. */
  static String plain(String text) {
    StringBuilder out = new StringBuilder(Math.min(text.length(), MAX_CHARACTERS));
    boolean space = false;
    for (int i = 0; i < text.length() && out.length() < MAX_CHARACTERS; i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        space = out.length() > 0;
      } else {
        if (space) {
          out.append(' ');
        }
        space = false;
        out.append(c == '\u2019' ? '\'' : c);
      }
    }
    return out.toString().toLowerCase(Locale.ROOT);
  }

  /** The first reason, in the order of the enum, with a phrase in the text, or else UNKNOWN. */
  static BounceReason cause(String text) {
    String plain = plain(text);
    for (BounceReason cause : BounceReason.values()) {
      for (String phrase : section(cause.name())) {
        if (plain.contains(phrase)) {
          return cause;
        }
      }
    }
    return BounceReason.UNKNOWN;
  }
}
