package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.html.PlainStyles.Look;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Whether the view of a document without styles ({@link SafeMarkup}) has the words that its
 * recipients see, in their order. Only what is known to keep them passes: elements of the view,
 * {@link PlainStyles}, colors that can be told apart, text without bidi overrides. Not thread safe.
 */
public final class MarkupFidelity implements NodeVisitor {
  /** Elements without a place in the view that show nothing, or whose effect the view has. */
  private static final Set<String> STRUCTURE =
      Set.of("a acronym area base body head html link map meta nobr style title".split(" "));

  /** Elements that change what is seen even when they are empty. */
  private static final Set<String> ACTIVE =
      Set.of(
          ("applet audio bdo button canvas details dialog embed fieldset frame frameset iframe input"
                  + " isindex keygen legend listing marquee math meter noembed noframes noscript"
                  + " object plaintext progress rp rt ruby script select slot svg template textarea"
                  + " video xmp")
              .split(" "));

  private static final Set<String> KNOWN_HEADERS =
      Set.of("content-type", "content-language", "x-ua-compatible");

  /** Deeper elements may have been moved by the parser. */
  private static final int MAX_DEPTH = BoundedHtml.MAX_DEPTH - 8;

  /** As browsers show {@code small} and its like. */
  private static final double SMALLER = 0.83;

  private static final double FONT_PIXELS = 16;
  private static final double MIN_FONT_PIXELS = 6;
  private static final Pattern TAGS = Pattern.compile("<[^<>]*>?");

  /** Settings of Word and its style sheets. */
  private static final String[] SETTINGS = {"xml", "style"};

  private final StyleSheet sheets = new StyleSheet();
  private final Deque<Frame> frames = new ArrayDeque<>();
  private boolean faithful = true;
  private int texts;
  private int rightToLeftTexts;

  /**
   * An open element, with what it inherits.
   *
   * @param texts number of texts before it, where it is right to left; otherwise -1
   */
  private record Frame(
      boolean noText, int text, int background, double pixels, int texts, int rightToLeftTexts) {}

  private MarkupFidelity() {}

  /** Judges a document that was not changed since it was parsed. */
  public static boolean of(Document document) {
    MarkupFidelity fidelity = new MarkupFidelity();
    fidelity.frames.push(new Frame(false, CssColor.BLACK, CssColor.NONE, FONT_PIXELS, -1, 0));
    for (Element sheet : document.getElementsByTag("style")) {
      fidelity.sheets.add(sheet.data());
    }
    NodeTraversor.traverse(fidelity, document);
    return fidelity.faithful && fidelity.sheets.isPlain();
  }

  @Override
  public void head(Node node, int depth) {
    if (!faithful || node instanceof Document) {
      return;
    }
    if (node instanceof Element element) {
      faithful = depth <= MAX_DEPTH;
      open(element, element.normalName());
    } else if (node instanceof Comment comment) {
      faithful = isMarkupOnly(HtmlElements.conditional(comment));
    } else {
      text(HtmlElements.characters(node), node.parent());
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (!faithful || !(node instanceof Element) || node instanceof Document) {
      return;
    }
    Frame frame = frames.pop();
    boolean noWordTurns = texts > frame.texts && rightToLeftTexts == frame.rightToLeftTexts;
    if (frame.texts >= 0 && noWordTurns) {
      faithful = false;
    }
  }

  private void open(Element element, String name) {
    Frame around = frames.element();
    boolean known = STRUCTURE.contains(name) || SafeMarkup.isShown(name);
    Look look = PlainStyles.of(element.attr("style"), name);
    int text =
        color(
            element,
            name.equals("body") ? "text" : name.equals("font") ? "color" : "",
            look.text());
    int background = color(element, "bgcolor", look.background());
    sheets.use(text, background);
    if (name.equals("a") && element.hasAttr("href") && text == CssColor.NONE) {
      text = CssColor.LINK;
    }
    if (name.equals("body")) {
      bodyColors(element, background);
    }
    boolean smaller = name.equals("small") || name.equals("sub") || name.equals("sup");
    double pixels = look.pixels() > 0 ? look.pixels() : around.pixels * look.scale();
    boolean turned = element.attr("dir").strip().equalsIgnoreCase("rtl");
    faithful =
        faithful
            && look.level() != Look.Level.OTHER
            && !ACTIVE.contains(name)
            && !element.hasAttr("background")
            && !isOutside(element, name);
    frames.push(
        new Frame(
            around.noText
                || !known
                || look.level() == Look.Level.WITHOUT_TEXT
                || element.hasAttr("hidden")
                || element.hasAttr("popover"),
            text == CssColor.NONE ? around.text : text,
            background == CssColor.NONE ? around.background : background,
            smaller ? pixels * SMALLER : pixels,
            turned ? texts : -1,
            rightToLeftTexts));
    if (name.equals("img") && !HtmlElements.isBlank(element.attr("alt"))) {
      faithful = faithful && !frames.element().noText && !hasOverride(element.attr("alt"));
    }
  }

  /** Whether it takes rules or another document from elsewhere. */
  private static boolean isOutside(Element element, String name) {
    return switch (name) {
      case "link" -> element.attr("rel").toLowerCase(Locale.ROOT).contains("stylesheet");
      case "meta" -> {
        String header = element.attr("http-equiv").strip().toLowerCase(Locale.ROOT);
        boolean dark =
            element.attr("name").strip().equalsIgnoreCase("color-scheme")
                && !element.attr("content").toLowerCase(Locale.ROOT).contains("light");
        yield dark || (!header.isEmpty() && !KNOWN_HEADERS.contains(header));
      }
      case "font" ->
          PlainStyles.of("font-family:" + element.attr("face") + ",x", name).level()
              != Look.Level.PLAIN;
      default -> false;
    };
  }

  private int color(Element element, String attribute, int styled) {
    if (styled != CssColor.NONE || attribute.isEmpty() || !element.hasAttr(attribute)) {
      return styled;
    }
    String value = element.attr(attribute).strip().toLowerCase(Locale.ROOT);
    int color = value.matches("[0-9a-f]{6}") ? CssColor.of('#' + value) : CssColor.of(value);
    faithful = faithful && color != CssColor.NONE;
    return color;
  }

  private void bodyColors(Element body, int background) {
    if (background != CssColor.NONE) {
      sheets.setPaper(background);
    }
    for (String name : new String[] {"link", "vlink", "alink"}) {
      int color = color(body, name, CssColor.NONE);
      if (color != CssColor.NONE) {
        sheets.addText(color);
      }
    }
  }

  private void text(String text, @Nullable Node parent) {
    boolean rules = parent != null && parent.normalName().equals("style");
    if (rules || HtmlElements.isBlank(text)) {
      faithful = faithful && !hasOverride(text);
      return;
    }
    Frame frame = frames.element();
    int background = frame.background == CssColor.NONE ? sheets.paper() : frame.background;
    boolean title = parent != null && parent.normalName().equals("title");
    texts++;
    rightToLeftTexts += text.codePoints().anyMatch(MarkupFidelity::isRightToLeft) ? 1 : 0;
    faithful =
        title
            || (!frame.noText
                && frame.pixels >= MIN_FONT_PIXELS
                && CssColor.isReadable(frame.text, background)
                && !hasOverride(text));
  }

  private static boolean isRightToLeft(int point) {
    byte direction = Character.getDirectionality(point);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }

  /** Embeddings, overrides and isolates (UAX 9), which let text be seen in another order. */
  private static boolean hasOverride(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c >= '\u202a' && c <= '\u202e') || (c >= '\u2066' && c <= '\u2069')) {
        return true;
      }
    }
    return false;
  }

  /** Whether a piece of HTML has no text, apart from settings and style sheets. */
  static boolean isMarkupOnly(String html) {
    String shown = html.toLowerCase(Locale.ROOT);
    for (String name : SETTINGS) {
      shown = without(shown, '<' + name, "</" + name);
    }
    return HtmlElements.isBlank(TAGS.matcher(shown).replaceAll(""));
  }

  private static String without(String text, String start, String end) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    int next = text.indexOf(start);
    while (next >= 0) {
      int close = text.indexOf(end, next);
      if (close < 0) {
        break;
      }
      out.append(text, at, next);
      at = close;
      next = text.indexOf(start, close + end.length());
    }
    return out.append(text, at, text.length()).toString();
  }
}
