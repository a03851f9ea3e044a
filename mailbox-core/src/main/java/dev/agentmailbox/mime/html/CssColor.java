package dev.agentmailbox.mime.html;

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

  private static final Map<String, Integer> NAMED =
      Map.ofEntries(
          Map.entry("black", BLACK),
          Map.entry("windowtext", BLACK),
          Map.entry("white", WHITE),
          Map.entry("window", WHITE),
          Map.entry("whitesmoke", 0xf5f5f5),
          Map.entry("gainsboro", 0xdcdcdc),
          Map.entry("lightgray", 0xd3d3d3),
          Map.entry("lightgrey", 0xd3d3d3),
          Map.entry("silver", 0xc0c0c0),
          Map.entry("darkgray", 0xa9a9a9),
          Map.entry("darkgrey", 0xa9a9a9),
          Map.entry("gray", 0x808080),
          Map.entry("grey", 0x808080),
          Map.entry("dimgray", 0x696969),
          Map.entry("maroon", 0x800000),
          Map.entry("darkred", 0x8b0000),
          Map.entry("red", 0xff0000),
          Map.entry("purple", 0x800080),
          Map.entry("fuchsia", 0xff00ff),
          Map.entry("green", 0x008000),
          Map.entry("darkgreen", 0x006400),
          Map.entry("lime", 0x00ff00),
          Map.entry("olive", 0x808000),
          Map.entry("yellow", 0xffff00),
          Map.entry("orange", 0xffa500),
          Map.entry("navy", 0x000080),
          Map.entry("darkblue", 0x00008b),
          Map.entry("blue", 0x0000ff),
          Map.entry("teal", 0x008080),
          Map.entry("aqua", 0x00ffff));

  private CssColor() {}

  /** Parses a color in lower case; {@link #NONE} for anything else. */
  static int of(String value) {
    Integer named = NAMED.get(value);
    if (named != null) {
      return named;
    }
    Matcher hex = HEX.matcher(value);
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
