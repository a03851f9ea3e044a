package dev.agentmailbox.mime.codes;

import dev.agentmailbox.mime.codes.CodeCandidates.Candidate;
import dev.agentmailbox.mime.codes.CodeCandidates.Shape;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells numbers that the text names otherwise: telephone, order, amount, date, address. Linear. */
final class OtherNumbers {
  /** Longest text before a number that says what it is. */
  private static final int LABEL = 48;

  /** Longest unit after a number. */
  private static final int UNIT = 16;

  private static final Pattern LABELS =
      CodeTable.pattern(
          "(?<!\\p{L})(?:"
              + CodeTable.of("LABELS")
              + ")(?!\\p{L})|"
              + CodeTable.of("LABELS_INSIDE"));

  private static final Pattern UNITS =
      CodeTable.pattern(
          "[- ]?(?:(?:"
              + CodeTable.of("UNITS")
              + ")(?!\\p{L})|"
              + CodeTable.of("UNIT_SIGNS")
              + ")");

  /** A town after its postcode. */
  private static final Pattern TOWN = Pattern.compile(" \\p{Lu}\\p{Ll}");

  /** A state before its postcode. */
  private static final Pattern STATE = Pattern.compile("(?<!\\p{L})[A-Z]{2} $");

  private static final int SHORT = 5;

  private OtherNumbers() {}

  /** Where a word before the number says that it is another one; -1 when none does. */
  static int label(String line, int from, Candidate number) {
    Matcher labels = LABELS.matcher(line);
    labels.region(Math.max(from, number.start() - LABEL), number.start());
    int last = -1;
    while (labels.find()) {
      last = labels.start();
    }
    return last;
  }

  /** Whether a unit follows. */
  static boolean isMeasure(String line, Candidate number) {
    Matcher units = UNITS.matcher(line);
    return units.region(number.end(), Math.min(line.length(), number.end() + UNIT)).lookingAt();
  }

  /** Whether it looks like a year or the postcode of a place. */
  static boolean isYearOrPostcode(String line, Candidate number) {
    if (number.shape() != Shape.DIGITS || number.code().length() > SHORT) {
      return false;
    }
    int start = number.start();
    return CodeCandidates.isYear(number.code())
        || (start > 0 && TOWN.matcher(line).region(number.end(), line.length()).lookingAt())
        || STATE.matcher(line).region(Math.max(0, start - 3), start).find();
  }
}
