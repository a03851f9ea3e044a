package dev.agentmailbox.mime.html;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of CSS, in pixels of a screen. */
final class CssLength {
  /** The number and its unit. */
  static final Pattern NUMBER =
      Pattern.compile(
          "([+-]?(?:\\d{1,5}(?:\\.\\d{0,6})?|\\.\\d{1,6}))(px|pt|pc|em|rem|ex|ch|cm|mm|in|vw|%)?");

  private CssLength() {}

  /** Whether it is a length between these, in pixels; percentages are up to 100. */
  static boolean isBetween(String value, double least, double max) {
    Matcher number = NUMBER.matcher(value);
    if (!number.matches()) {
      return false;
    }
    double size = Double.parseDouble(number.group(1));
    String unit = number.group(2);
    if ("%".equals(unit)) {
      return size >= 0 && size <= 100;
    }
    double all = size * (unit == null ? 1 : pixelsOf(unit));
    return all >= least && all <= max;
  }

  /** The pixels of one unit, as they are by default. */
  static double pixelsOf(String unit) {
    return switch (unit) {
      case "pt" -> 4 / 3.0;
      case "pc", "em", "rem" -> 16;
      case "ex", "ch", "vw" -> 8;
      case "cm" -> 37.8;
      case "mm" -> 3.78;
      case "in" -> 96;
      default -> 1;
    };
  }
}
