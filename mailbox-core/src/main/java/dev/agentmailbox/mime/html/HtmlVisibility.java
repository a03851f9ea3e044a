package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** Whether an element is hidden by its own attributes. */
final class HtmlVisibility {
  private static final int MAX_STYLE_LENGTH = 4_096;
  private static final double MIN_OPACITY = 0.1;
  private static final double MIN_FONT_SIZE = 1;
  private static final double OFF_SCREEN = -500;

  private HtmlVisibility() {}

  static boolean isHidden(Element element) {
    if (element.hasAttr("hidden")) {
      return true;
    }
    String style = element.attr("style");
    if (style.isEmpty()) {
      return false;
    }
    Map<String, String> declarations = declarations(style);
    return isHiddenInAnySize(declarations) || (isTinyFont(declarations) && inheritsSize(element));
  }

  /**
   * Whether text has the size of this element. Templates close gaps between cells with a size of 0
   * and give each text a size of its own.
   */
  private static boolean inheritsSize(Element element) {
    for (Node child : element.childNodes()) {
      if (child instanceof TextNode text && !HtmlElements.isBlank(text.getWholeText())) {
        return true;
      }
      if (child instanceof Element inside && !hasOwnSize(inside) && inheritsSize(inside)) {
        return true;
      }
    }
    return false;
  }

  /** Relative sizes multiply the one that is inherited. */
  private static boolean hasOwnSize(Element element) {
    String size = declarations(element.attr("style")).getOrDefault("font-size", "");
    return !size.isEmpty() && !size.endsWith("em") && !size.endsWith("%");
  }

  /** Whether a hidden element takes no place, not even a line. */
  static boolean isAbsent(Element element) {
    return element.hasAttr("hidden") || display(element).equals("none");
  }

  static String display(Element element) {
    return declarations(element.attr("style")).getOrDefault("display", "");
  }

  /** Whether these declarations hide the element. */
  static boolean isHidden(Map<String, String> style) {
    return isHiddenInAnySize(style) || isTinyFont(style);
  }

  private static boolean isHiddenInAnySize(Map<String, String> style) {
    return is(style, "display", "none")
        || is(style, "visibility", "hidden")
        || is(style, "visibility", "collapse")
        || is(style, "mso-hide", "all")
        || below(style, "opacity", MIN_OPACITY)
        || isEmptyBox(style)
        || isOffScreen(style)
        || isTextInBackgroundColor(style);
  }

  private static boolean isTinyFont(Map<String, String> style) {
    String size = style.getOrDefault("font-size", "");
    boolean relative = size.endsWith("em") || size.endsWith("%");
    return relative
        ? below(style, "font-size", 0.1)
        : belowOrEqual(style, "font-size", MIN_FONT_SIZE);
  }

  private static boolean isEmptyBox(Map<String, String> style) {
    boolean clipped = is(style, "overflow", "hidden");
    return clipped
        && (belowOrEqual(style, "max-height", 0)
            || belowOrEqual(style, "height", 0)
            || belowOrEqual(style, "max-width", 0)
            || belowOrEqual(style, "width", 0));
  }

  private static boolean isOffScreen(Map<String, String> style) {
    boolean placed = is(style, "position", "absolute") || is(style, "position", "fixed");
    return below(style, "text-indent", OFF_SCREEN)
        || (placed && (below(style, "left", OFF_SCREEN) || below(style, "top", OFF_SCREEN)));
  }

  private static boolean isTextInBackgroundColor(Map<String, String> style) {
    String color = style.getOrDefault("color", "");
    String back = style.getOrDefault("background-color", style.getOrDefault("background", ""));
    return !color.isEmpty() && !color.equals("inherit") && color(color).equals(color(back));
  }

  private static String color(String value) {
    return switch (value) {
      case "white", "#ffffff", "rgb(255,255,255)", "#fefefe", "#fffffe" -> "#fff";
      case "black", "#000000", "rgb(0,0,0)" -> "#000";
      default -> value;
    };
  }

  private static boolean is(Map<String, String> style, String name, String value) {
    return value.equals(style.get(name));
  }

  private static boolean below(Map<String, String> style, String name, double limit) {
    Double number = number(style.get(name));
    return number != null && number < limit;
  }

  private static boolean belowOrEqual(Map<String, String> style, String name, double limit) {
    Double number = number(style.get(name));
    return number != null && number <= limit;
  }

  private static @Nullable Double number(@Nullable String value) {
    if (value == null) {
      return null;
    }
    int end = 0;
    while (end < value.length() && end < 12 && "-.0123456789".indexOf(value.charAt(end)) >= 0) {
      end++;
    }
    try {
      return end == 0 ? null : Double.valueOf(value.substring(0, end));
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /** Whether the text is white, and so invisible without a dark background. */
  static boolean isWhiteText(Map<String, String> style) {
    return color(style.getOrDefault("color", "")).equals("#fff");
  }

  /** Whether there is a background. */
  static boolean hasBackground(Map<String, String> style) {
    return style.containsKey("background")
        || style.containsKey("background-color")
        || style.containsKey("background-image");
  }

  static Map<String, String> declarations(String style) {
    String bounded = Texts.cut(style, MAX_STYLE_LENGTH);
    Map<String, String> declarations = new HashMap<>();
    for (String declaration : bounded.toLowerCase(Locale.ROOT).split(";", -1)) {
      int colon = declaration.indexOf(':');
      if (colon > 0) {
        String value = declaration.substring(colon + 1).replace("!important", "");
        declarations.put(declaration.substring(0, colon).strip(), value.replace(" ", "").strip());
      }
    }
    return declarations;
  }
}
