package dev.agentmailbox.mime.read;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

// spec Decisions.19
/** Detects automatic replies and reports by their header (RFC 3834 section 5, RFC 6522). */
public final class AutoReplies {
  /** Fields with the meaning of {@code Auto-Submitted} used by older software. */
  private static final Set<String> OLDER = Set.of("x-autoreply", "x-autorespond");

  private AutoReplies() {}

  /**
   * Whether a message is an automatic reply or a delivery report.
   *
   * @param headers values by lower-case name; repeated fields one per line
   */
  public static boolean isOne(Map<String, String> headers) {
    return headers.entrySet().stream()
        .anyMatch(
            field ->
                switch (field.getKey()) {
                  case "auto-submitted" -> isAffirmative(field.getValue());
                  case "content-type" -> firstWord(field.getValue()).equals("multipart/report");
                  default -> OLDER.contains(field.getKey()) && isAffirmative(field.getValue());
                });
  }

  private static boolean isAffirmative(String value) {
    return value.lines().map(AutoReplies::firstWord).anyMatch(word -> !word.equals("no"));
  }

  /** The first word in lower case, without parameters and comments. */
  static String firstWord(String value) {
    String lower = value.strip().toLowerCase(Locale.ROOT);
    int end = 0;
    while (end < lower.length() && ";( \t".indexOf(lower.charAt(end)) < 0) {
      end++;
    }
    return lower.substring(0, end);
  }
}
