package dev.agentmailbox.service.sending.release;

import java.util.List;
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

  private static final List<Pattern> SHAPES =
      List.of(
          // {{first_name}}, {{ user.name | default }}, {{#if x}}
          Pattern.compile("\\{\\{\\{?\\s{0,4}[#/^>&~-]?\\s{0,4}[\\p{L}_$@.][^{}\\n]{0,80}\\}\\}"),
          // ${name}, ${user.name}
          Pattern.compile("\\$\\{\\s{0,4}[\\p{L}_][\\p{L}\\p{N}_.\\[\\]: -]{0,60}\\}"),
          // [Your Name], [your company name here]
          Pattern.compile(
              "\\[\\s{0,2}your(?:[ _-]" + WORD + "){1,4}\\s{0,2}" + NO_LINK, IGNORE_CASE),
          // [Name], [First Name], [Recipient's name]
          Pattern.compile(
              "\\[\\s{0,2}(?:" + WORD + "[ _-]){0,3}name\\s{0,2}" + NO_LINK, IGNORE_CASE),
          // <insert date here>
          Pattern.compile("<\\s{0,2}insert[ _-][^<>\\n]{1,60}>", IGNORE_CASE),
          Pattern.compile("\\blorem\\s{1,4}ipsum\\b", IGNORE_CASE));

  private Placeholders() {}

  static boolean found(String text) {
    return SHAPES.stream().anyMatch(shape -> shape.matcher(text).find());
  }
}
