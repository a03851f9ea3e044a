package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.ResourceLines;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Colors of styles and attributes, as 0xRRGGBB. */
final class CssColor {
  /** No color, or none that is understood. */
  static final int NONE = -1;

  static final int BLACK = 0;
  static final int WHITE = 0xffffff;

  /** As browsers show links (HTML Living Standard, section 15.3.1). */
  static final int LINK = 0x0000ee;

  /** Below this ratio (WCAG 2.2, contrast ratio) text can be overlooked. */
  private static final double MIN_CONTRAST = 1.5;

  private static final Pattern FUNCTION =
      Pattern.compile(
          "rgba?\\((\\d{1,3}), ?(\\d{1,3}), ?(\\d{1,3})(?:, ?(?:1|1\\.0|0?\\.[5-9]\\d{0,3}))?\\)");
  private static final Pattern HEX = Pattern.compile("#([0-9a-f]{3}|[0-9a-f]{6})");

  private static final Map<String, String> NAMED =
      ResourceLines.table(CssColor.class, "colors.txt");

  private CssColor() {}

  /** Parses a color in lower case; {@link #NONE} for anything else. */
  static int of(String value) {
    Matcher hex = HEX.matcher(NAMED.getOrDefault(value, value));
    if (hex.matches()) {
      String digits = hex.group(1);
      int number = Integer.parseInt(digits, 16);
      return digits.length() == 6
          ? number
          : (((number & 0xf00) << 8) | ((number & 0xf0) << 4) | (number & 0xf)) * 0x11;
    }
    Matcher parts = FUNCTION.matcher(value);
    return parts.matches() ? rgb(parts) : NONE;
  }

  private static int rgb(Matcher parts) {
    int color = 0;
    for (int i = 1; i <= 3; i++) {
      color = (color << 8) | Math.min(0xff, Integer.parseInt(parts.group(i)));
    }
    return color;
  }

  /** Whether text of one color can be read on the other. */
  static boolean isReadable(int text, int background) {
    double one = luminance(text) + 0.05;
    double other = luminance(background) + 0.05;
    return Math.max(one, other) / Math.min(one, other) >= MIN_CONTRAST;
  }

  private static double luminance(int color) {
    return 0.2126 * linear(color >> 16) + 0.7152 * linear(color >> 8) + 0.0722 * linear(color);
  }

  private static double linear(int channel) {
    double value = (channel & 0xff) / 255.0;
    return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
}
