package dev.agentmailbox.mime.codes;

import java.util.Locale;
import java.util.Set;

/** Character references of HTML, which only parsing resolves. */
final class CharacterReferences {
  /** Longest reference, without its semicolon. */
  private static final int LONGEST = 12;

  /** Frequent references that are neither letters nor part of an address. */
  private static final Set<String> SIGNS = Set.of(CodeTable.of("SIGNS").split(" "));

  private CharacterReferences() {}

  /** Whether letters, digits or parts of addresses may be written as references. */
  static boolean mayHideIn(String html) {
    for (int at = html.indexOf('&'); at >= 0; at = html.indexOf('&', at + 1)) {
      int end = at + 1;
      while (end < html.length() && end - at <= LONGEST && isPart(html.charAt(end))) {
        end++;
      }
      if (end < html.length() && html.charAt(end) == ';' && hides(html.substring(at + 1, end))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPart(char c) {
    return c == '#' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private static boolean hides(String reference) {
    if (!reference.startsWith("#")) {
      return !reference.isEmpty() && !SIGNS.contains(reference);
    }
    String number = reference.substring(1).toLowerCase(Locale.ROOT);
    try {
      int point =
          number.startsWith("x")
              ? Integer.parseInt(number.substring(1), 16)
              : Integer.parseInt(number);
      return Character.isLetterOrDigit(point) || point == '/' || point == ':' || point == '.';
    } catch (NumberFormatException none) {
      return false;
    }
  }
}
