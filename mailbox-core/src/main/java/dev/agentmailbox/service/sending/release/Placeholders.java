package dev.agentmailbox.service.sending.release;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds placeholders left by a template or a model. Quantifiers are bounded and not nested without
 * bound, so matching is linear in the length of the text.
 */
final class Placeholders {
  private static final String WORD = "[\\p{L}\\p{N}'\u2019./&]{1,24}+";
  private static final int IGNORE_CASE = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

  /** A bracket before ( [ or : is a Markdown link. */
  private static final String NO_LINK = "\\](?![(\\[:])";

  /**
   * A kind of placeholder.
   *
   * @param start the literal it starts with, in lower case; the pattern is tried only there
   */
  private record Shape(String start, Pattern whole) {
    boolean isIn(String text) {
      Matcher matcher = whole.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
      for (int at = next(text, 0); at >= 0; at = next(text, at + 1)) {
        if (matcher.region(at, text.length()).lookingAt()) {
          return true;
        }
      }
      return false;
    }

    private int next(String text, int from) {
      char first = start.charAt(0);
      if (!Character.isLetter(first)) {
        return text.indexOf(start, from);
      }
      for (int i = from; i <= text.length() - start.length(); i++) {
        if (Character.toLowerCase(text.charAt(i)) == first
            && text.regionMatches(true, i, start, 0, start.length())) {
          return i;
        }
      }
      return -1;
    }
  }

  private static final List<Shape> SHAPES =
      List.of(
          // {{first_name}}, {{ user.name | default }}, {{#if x}}
          shape("{{", "\\{?\\s{0,4}[#/^>&~-]?\\s{0,4}[\\p{L}_$@.][^{}\\n]{0,80}\\}\\}"),
          // ${name}, ${user.name}
          shape("${", "\\s{0,4}[\\p{L}_][\\p{L}\\p{N}_.\\[\\]: -]{0,60}\\}"),
          // [Your Name], [your company name here]
          shape("[", "\\s{0,2}your(?:[ _-]" + WORD + "){1,4}\\s{0,2}" + NO_LINK),
          // [Name], [First Name], [Recipient's name]
          shape("[", "\\s{0,2}(?:" + WORD + "[ _-]){0,3}name\\s{0,2}" + NO_LINK),
          // <insert date here>
          shape("<", "\\s{0,2}insert[ _-][^<>\\n]{1,60}>"),
          shape("lorem", "\\s{1,4}ipsum\\b"));

  private Placeholders() {}

  private static Shape shape(String start, String rest) {
    String boundary = Character.isLetter(start.charAt(0)) ? "\\b" : "";
    return new Shape(start, Pattern.compile(boundary + Pattern.quote(start) + rest, IGNORE_CASE));
  }

  static boolean found(String text) {
    return SHAPES.stream().anyMatch(shape -> shape.isIn(text));
  }
}
