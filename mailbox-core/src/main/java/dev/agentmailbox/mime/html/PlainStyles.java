package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.ResourceLines;
import dev.agentmailbox.mime.html.PlainStyles.Look.Level;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Judges declarations of styles by an allow list: plain ones leave every word visible, as written
 * and in its place. A declaration that is not understood is not plain.
 */
final class PlainStyles {
  /** Longest style of an element that is judged. */
  private static final int MAX_STYLE = 4_096;

  private static final double MIN_FONT_PIXELS = 6;
  private static final double MAX_FONT_PIXELS = 120;
  private static final double MAX_SPACE_PIXELS = 400;
  private static final double MIN_WIDTH_PIXELS = 16;
  private static final double MIN_WIDTH_PERCENT = 10;
  private static final double MAX_WIDTH_PIXELS = 99_999;

  /** Safe in declarations; no comments, escapes, blocks or functions but those of colors. */
  private static final Pattern CHARACTERS = Pattern.compile("[\\p{L}\\p{N} \\t\\r\\n#%,.()/+_-]*");

  private static final Pattern QUOTED =
      Pattern.compile("\"[\\p{L}\\p{N} ._-]{0,80}\"|'[\\p{L}\\p{N} ._-]{0,80}'");
  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Pattern FONT_SIZE_PART = Pattern.compile("([^/\\s]+)(?:\\s?/\\s?(\\S+))?");

  /** Fonts that show other characters than those written. */
  private static final Pattern SYMBOLS =
      Pattern.compile("symbol|dings|icon|awesome|barcode|emoji one", Pattern.CASE_INSENSITIVE);

  /** Any value of words is plain. */
  private static final Set<String> HARMLESS =
      Set.copyOf(ResourceLines.of(PlainStyles.class, "harmless-properties.txt"));

  /** Borders and spaces. */
  private static final Pattern LENGTHS =
      Pattern.compile(
          "border(?:-(?:top|right|bottom|left))?(?:-(?:color|width|radius|spacing))?"
              + "|border-(?:top|bottom)-(?:left|right)-radius"
              + "|(?:margin|padding)(?:-(?:top|right|bottom|left))?");

  /** Elements whose height is only a least height, or that have no text of their own. */
  private static final Set<String> GROWING =
      Set.of("body", "hr", "html", "img", "table", "tbody", "td", "th", "tr");

  private PlainStyles() {}

  /**
   * What declarations do.
   *
   * @param text color of the text; {@link CssColor#NONE} for none
   * @param background likewise
   * @param pixels size of the font; 0 for none
   * @param scale size of the font relative to that around it
   */
  record Look(Level level, int text, int background, double pixels, double scale) {
    static final Look NONE = new Look(Level.PLAIN, CssColor.NONE, CssColor.NONE, 0, 1);

    /** The worst declaration. */
    enum Level {
      PLAIN,
      /** Plain where there is no text: spacers. */
      WITHOUT_TEXT,
      OTHER
    }
  }

  /**
   * Judges the declarations of one element or rule.
   *
   * @param tag of the element; null when unknown
   */
  static Look of(String style, @Nullable String tag) {
    if (style.isBlank()) {
      return Look.NONE;
    }
    return style.length() > MAX_STYLE
        ? new Look(Level.OTHER, -1, -1, 0, 1)
        : new Judge(tag).of(style);
  }

  /** Not thread safe. */
  private static final class Judge {
    private final @Nullable String tag;
    private final Map<String, String> values = new HashMap<>();
    private Level level = Level.PLAIN;
    private int text = CssColor.NONE;
    private int background = CssColor.NONE;
    private double pixels;
    private double scale = 1;

    Judge(@Nullable String tag) {
      this.tag = tag;
    }

    Look of(String style) {
      for (String declaration : style.split(";", -1)) {
        if (!declaration.isBlank()) {
          worsen(declaration(declaration));
        }
      }
      return new Look(level, text, background, pixels, scale);
    }

    private void worsen(Level other) {
      level = other.compareTo(level) > 0 ? other : level;
    }

    private Level declaration(String declaration) {
      int colon = declaration.indexOf(':');
      if (colon < 0) {
        return Level.OTHER;
      }
      String name = declaration.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      String value = declaration.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
      int important = value.lastIndexOf('!');
      if (important >= 0 && value.substring(important + 1).strip().equals("important")) {
        value = value.substring(0, important).strip();
      }
      String unquoted = QUOTED.matcher(value).replaceAll("x");
      String before = values.put(name, value);
      boolean understood =
          CHARACTERS.matcher(unquoted).matches() && (before == null || before.equals(value));
      return understood ? level(name, value) : Level.OTHER;
    }

    private Level level(String name, String value) {
      if (HARMLESS.contains(name)) {
        return plain(value.indexOf('(') < 0);
      }
      if (LENGTHS.matcher(name).matches()) {
        return plain(eachIsLengthOrWord(value));
      }
      return switch (name) {
        case "outline", "outline-width", "-webkit-text-stroke-width" ->
            plain(Set.of("none", "0", "0px").contains(value));
        case "vertical-align" ->
            plain(
                Character.isLetter(value.isEmpty() ? '-' : value.charAt(0))
                    || CssLength.isBetween(value, -8, 8));
        case "color" -> color(value);
        case "background", "background-color", "mso-shading" -> background(name, value);
        case "background-repeat", "background-position", "background-size" -> Level.PLAIN;
        case "font" -> font(value);
        case "font-family" -> family(value);
        case "font-size" -> fontSize(value);
        case "line-height" -> lineHeight(value);
        case "font-variant",
            "text-decoration",
            "text-decoration-line",
            "text-decoration-color",
            "text-decoration-style" ->
            plain(
                value.indexOf('(') < 0
                    && !value.contains("line-through")
                    && SPACES
                        .splitAsStream(value)
                        .noneMatch(part -> CssLength.NUMBER.matcher(part).matches()));
        case "text-transform" ->
            plain(Set.of("none", "uppercase", "lowercase", "capitalize").contains(value));
        case "letter-spacing", "word-spacing" ->
            plain(value.equals("normal") || CssLength.isBetween(value, -0.7, 8));
        case "caret-color" -> plain(value.equals("auto") || CssColor.of(value) != CssColor.NONE);
        case "text-indent" -> plain(CssLength.isBetween(value, 0, 100));
        case "white-space" -> plain(value.indexOf('(') < 0);
        case "width", "max-width" -> width(value);
        case "min-width", "min-height" ->
            plain(
                CssLength.isBetween(value, 0, MAX_WIDTH_PIXELS)
                    || Set.of("auto", "none").contains(value));
        case "height", "max-height" -> height(value);
        case "display" -> display(value);
        case "visibility" -> withoutText(value.equals("visible"));
        case "opacity" -> withoutText(CssLength.isBetween(value, 0.5, 1));
        case "overflow", "overflow-x", "overflow-y" ->
            withoutText(value.equals("visible") || (value.equals("auto") && "pre".equals(tag)));
        case "mso-hide" -> withoutText(value.equals("none"));
        case "position" -> plain(value.equals("static") || value.equals("relative"));
        case "float" -> plain(value.equals("none") || "img".equals(tag));
        case "clear" -> Level.PLAIN;
        case "direction" -> plain(value.equals("ltr"));
        case "list-style", "list-style-type", "list-style-position" -> listStyle(value);
        default -> Level.OTHER;
      };
    }

    private static Level plain(boolean plain) {
      return plain ? Level.PLAIN : Level.OTHER;
    }

    /** A column takes its cells along, though it has no text. */
    private Level withoutText(boolean plain) {
      boolean column = tag == null || tag.startsWith("col");
      return plain ? Level.PLAIN : column ? Level.OTHER : Level.WITHOUT_TEXT;
    }

    private Level color(String value) {
      text = CssColor.of(value);
      return plain(text != CssColor.NONE);
    }

    private Level background(String name, String value) {
      if (name.equals("background") && background != CssColor.NONE) {
        return Level.OTHER;
      }
      if (value.equals("none") && name.equals("background")) {
        return Level.PLAIN;
      }
      background = CssColor.of(value);
      return plain(background != CssColor.NONE);
    }

    private Level family(String value) {
      return plain(value.indexOf('(') < 0 && !SYMBOLS.matcher(value).find());
    }

    private Level font(String value) {
      Level worst = family(value);
      String rest = value;
      while (worst == Level.PLAIN) {
        Matcher part = FONT_SIZE_PART.matcher(rest);
        if (!part.lookingAt() || part.end() == rest.length()) {
          return Level.OTHER;
        }
        if (CssLength.NUMBER.matcher(part.group(1)).matches()
            && !part.group(1).matches("[1-9]00")) {
          String line = part.group(2);
          Level size = fontSize(part.group(1));
          Level height = line == null ? Level.PLAIN : lineHeight(line);
          return size.compareTo(height) > 0 ? size : height;
        }
        if (!Set.of("normal", "bold", "bolder", "lighter", "italic", "oblique")
                .contains(part.group(1))
            && !part.group(1).matches("[1-9]00")) {
          return Level.OTHER;
        }
        rest = rest.substring(part.end()).stripLeading();
      }
      return worst;
    }

    private Level fontSize(String value) {
      switch (value) {
        case "x-small", "small", "medium", "large", "x-large", "xx-large" -> {
          pixels = 10;
          return Level.PLAIN;
        }
        case "inherit" -> {
          return Level.PLAIN;
        }
        default -> {}
      }
      Matcher number = CssLength.NUMBER.matcher(value);
      if (!number.matches()) {
        return Level.OTHER;
      }
      double size = Double.parseDouble(number.group(1));
      String unit = number.group(2) == null ? "px" : number.group(2);
      switch (unit) {
        case "em" -> scale = size;
        case "%" -> scale = size / 100;
        case "vw", "ex", "ch" -> {
          return Level.OTHER;
        }
        default -> pixels = size * CssLength.pixelsOf(unit);
      }
      double least = pixels == 0 && scale != 1 ? 16 * scale : pixels;
      return least > MAX_FONT_PIXELS ? Level.OTHER : withoutText(least >= MIN_FONT_PIXELS);
    }

    private Level lineHeight(String value) {
      if (value.equals("normal") || value.equals("inherit")) {
        return Level.PLAIN;
      }
      Matcher number = CssLength.NUMBER.matcher(value);
      if (!number.matches()) {
        return Level.OTHER;
      }
      String unit = number.group(2);
      double size = Double.parseDouble(number.group(1));
      double lines =
          unit == null || unit.equals("em")
              ? size
              : unit.equals("%") ? size / 100 : size * CssLength.pixelsOf(unit) / 12;
      return lines > 8 ? Level.OTHER : withoutText(lines >= 0.8);
    }

    /** What is narrower than a word hides it where it also scrolls; a cell grows with its words. */
    private Level width(String value) {
      boolean wide =
          value.endsWith("%")
              ? CssLength.isBetween(value.substring(0, value.length() - 1), MIN_WIDTH_PERCENT, 100)
              : CssLength.isBetween(value, MIN_WIDTH_PIXELS, MAX_WIDTH_PIXELS);
      if (wide || value.equals("auto") || value.equals("none")) {
        return Level.PLAIN;
      }
      return CssLength.isBetween(value, 0, MAX_WIDTH_PIXELS)
          ? withoutText(isGrowing())
          : Level.OTHER;
    }

    private boolean isGrowing() {
      return tag != null && GROWING.contains(tag);
    }

    private Level height(String value) {
      return withoutText(isGrowing() || Set.of("auto", "none", "100%").contains(value));
    }

    private Level display(String value) {
      boolean block = tag != null && (HtmlElements.isBlock(tag) || HtmlElements.isParagraph(tag));
      boolean inline = tag != null && HtmlElements.isInline(tag);
      return switch (value) {
        case "none" -> withoutText(false);
        case "block" -> plain("img".equals(tag) || (block && !isGrowing()) || inline);
        case "inline", "inline-block" -> plain(inline || "img".equals(tag));
        case "table" -> plain("table".equals(tag));
        case "table-row" -> plain("tr".equals(tag));
        case "table-cell" -> plain("td".equals(tag) || "th".equals(tag));
        case "list-item" -> plain("li".equals(tag));
        default -> Level.OTHER;
      };
    }

    private Level listStyle(String value) {
      boolean bullets = "ul".equals(tag);
      for (String word : SPACES.split(value)) {
        boolean known =
            switch (word) {
              case "inside", "outside" -> true;
              case "decimal" -> "ol".equals(tag);
              case "none", "disc", "circle", "square" -> bullets;
              default -> false;
            };
        if (!known) {
          return Level.OTHER;
        }
      }
      return Level.PLAIN;
    }

    private static boolean eachIsLengthOrWord(String value) {
      if (CssColor.of(value) != CssColor.NONE) {
        return true;
      }
      for (String part : SPACES.split(value.indexOf('(') < 0 ? value : value.replace(", ", ","))) {
        boolean word = !part.isEmpty() && Character.isLetter(part.charAt(0));
        boolean known = (word && part.indexOf('(') < 0) || CssColor.of(part) != CssColor.NONE;
        if (!known && !CssLength.isBetween(part, 0, MAX_SPACE_PIXELS)) {
          return false;
        }
      }
      return true;
    }
  }
}
