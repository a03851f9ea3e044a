package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.html.PlainStyles.Look;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeVisitor;

/**
 * Keeps the part of the inline styles of an untrusted document that cannot hide, move or replace a
 * word: colors that can be told apart, fonts that can be read, borders, small spaces, widths and
 * alignment. Nothing is loaded. What remains is written to {@link #ATTRIBUTE}, for a viewer whose
 * policy forbids inline styles; the sender's own attribute of that name is removed. Not thread
 * safe.
 */
final class SafeStyles implements NodeVisitor {
  static final String ATTRIBUTE = "data-style";

  private static final Pattern KEPT =
      Pattern.compile(
          "border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width|radius))?"
              + "|border-(?:collapse|spacing)"
              + "|padding(?:-(?:top|right|bottom|left))?"
              + "|font-(?:family|size|style|weight)"
              + "|text-(?:align|decoration|transform)"
              + "|vertical-align|line-height|width|max-width|display");

  private static final Pattern LENGTH = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,3})?)(px|pt|rem)");
  private static final double MIN_FONT_PIXELS = 9;
  private static final double MAX_FONT_PIXELS = 72;
  private static final double MAX_SPACE_PIXELS = 64;
  private static final double MIN_WIDTH_PIXELS = 48;
  private static final double MIN_LINES = 1;
  private static final double MAX_LINES = 3;
  private static final Set<String> WIDE = Set.of("100%", "auto", "none");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  /** Longest style of an element of which anything is kept. */
  private static final int MAX_STYLE = 2_048;

  /** The colors that an element shows its text in. */
  private record Paint(int text, int background) {}

  private final Deque<Paint> paints = new ArrayDeque<>();

  SafeStyles() {
    paints.push(new Paint(CssColor.BLACK, CssColor.WHITE));
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof Element element && !(element instanceof Document)) {
      StringBuilder kept = new StringBuilder();
      String name = element.normalName();
      String style = element.attr("style");
      if (!style.isEmpty() && style.length() <= MAX_STYLE) {
        for (String declaration : style.toLowerCase(Locale.ROOT).split(";", -1)) {
          keep(declaration, name, kept);
        }
      }
      paints.push(paint(element, name, style, kept));
      if (kept.isEmpty()) {
        element.removeAttr(ATTRIBUTE);
      } else {
        element.attr(ATTRIBUTE, kept.toString());
      }
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (node instanceof Element element && !(element instanceof Document)) {
      paints.pop();
    }
  }

  private static void keep(String declaration, String tag, StringBuilder kept) {
    int colon = declaration.indexOf(':');
    if (colon < 0) {
      return;
    }
    String name = declaration.substring(0, colon).strip();
    String value = declaration.substring(colon + 1).replace("!important", "").strip();
    boolean safe =
        KEPT.matcher(name).matches()
            && PlainStyles.of(name + ':' + value, tag).level() == Look.Level.PLAIN
            && isModest(name, value);
    if (safe) {
      kept.append(name).append(':').append(value).append(';');
    }
  }

  /** Whether a value that is plain by itself stays so wherever it is nested. */
  private static boolean isModest(String name, String value) {
    return switch (name) {
      case "font-size" -> isBetween(value, MIN_FONT_PIXELS, MAX_FONT_PIXELS);
      case "width", "max-width" ->
          WIDE.contains(value) || isBetween(value, MIN_WIDTH_PIXELS, Double.MAX_VALUE);
      case "display" -> value.equals("inline-block");
      case "line-height" -> lines(value);
      default ->
          !(name.startsWith("padding") || name.startsWith("border"))
              || SPACES
                  .splitAsStream(value)
                  .filter(part -> !part.isEmpty() && Character.isDigit(part.charAt(0)))
                  .allMatch(part -> part.equals("0") || isBetween(part, 0, MAX_SPACE_PIXELS));
    };
  }

  private static boolean lines(String value) {
    Matcher number = CssLength.NUMBER.matcher(value);
    if (!number.matches()) {
      return value.equals("normal");
    }
    double size = Double.parseDouble(number.group(1));
    return "%".equals(number.group(2))
        ? size >= MIN_LINES * 100 && size <= MAX_LINES * 100
        : number.group(2) == null && size >= MIN_LINES && size <= MAX_LINES;
  }

  private static boolean isBetween(String value, double least, double max) {
    Matcher length = LENGTH.matcher(value);
    if (!length.matches()) {
      return false;
    }
    double pixels = Double.parseDouble(length.group(1)) * CssLength.pixelsOf(length.group(2));
    return pixels >= least && pixels <= max;
  }

  /** Keeps the colors of an element when its text can be read in them, otherwise neither. */
  private Paint paint(Element element, String name, String style, StringBuilder kept) {
    Paint around = paints.element();
    Look look = style.length() > MAX_STYLE ? Look.NONE : PlainStyles.of(style, name);
    int text = color(element, name.equals("font") ? "color" : "text", look.text());
    int background = color(element, "bgcolor", look.background());
    Paint paint =
        new Paint(
            text == CssColor.NONE ? around.text : text,
            background == CssColor.NONE ? around.background : background);
    if (!CssColor.isReadable(paint.text, paint.background)) {
      return around;
    }
    if (text != CssColor.NONE) {
      kept.append("color:").append(hex(text)).append(';');
    }
    if (background != CssColor.NONE) {
      kept.append("background-color:").append(hex(background)).append(';');
    }
    return paint;
  }

  private static int color(Element element, String attribute, int styled) {
    String value = element.attr(attribute).strip().toLowerCase(Locale.ROOT);
    return styled != CssColor.NONE || value.isEmpty() ? styled : CssColor.of(value);
  }

  private static String hex(int color) {
    return "#%06x".formatted(color);
  }
}
