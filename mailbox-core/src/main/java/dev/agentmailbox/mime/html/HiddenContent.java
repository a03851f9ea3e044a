package dev.agentmailbox.mime.html;

import dev.agentmailbox.mime.Texts;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Comment;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/**
 * Visible and hidden text of HTML, for screening. Less conservative than {@link
 * HtmlText#hiddenText}.
 *
 * @param shown as {@link HtmlText#toText}
 * @param elements text of elements hidden by their own style or by a class or id rule of the style
 *     sheet, and white text without a background; one per line
 * @param comments of the author, without conditional ones
 */
public record HiddenContent(String shown, String elements, String comments) {
  private static final int MAX_OUTPUT = 64 * 1024;
  private static final int MAX_STYLE_SHEET = 64 * 1024;
  private static final int MAX_RULES = 500;

  /**
   * Parses HTML once for all parts.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static HiddenContent of(String html) {
    return BoundedHtml.read(html, HiddenContent::collect);
  }

  private static HiddenContent collect(Document document) {
    Collector collector = new Collector(hiddenSelectors(document));
    NodeTraversor.traverse(collector, document);
    return new HiddenContent(
        HtmlText.toText(document),
        collector.elements.toString().strip(),
        collector.comments.toString().strip());
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "HiddenContent[" + elements.length() + ", " + comments.length() + " characters]";
  }

  /**
   * Selectors of one class or id whose rule hides; rules nested in others (media queries) are
   * ignored.
   */
  private static Set<String> hiddenSelectors(Document document) {
    Set<String> selectors = new HashSet<>();
    int rules = 0;
    for (Element sheet : document.getElementsByTag("style")) {
      String css = sheet.data();
      String bounded = Texts.cut(css, MAX_STYLE_SHEET);
      int start = 0;
      for (int open = bounded.indexOf('{'); open >= 0; open = bounded.indexOf('{', start)) {
        int close = bounded.indexOf('}', open);
        if (close < 0 || ++rules > MAX_RULES) {
          break;
        }
        String names = bounded.substring(start, open);
        String body = bounded.substring(open + 1, close);
        if (!names.contains("@") && HtmlVisibility.isHidden(HtmlVisibility.declarations(body))) {
          for (String name : names.split(",", -1)) {
            selectors.add(name.strip().toLowerCase(Locale.ROOT));
          }
        }
        start = close + 1;
      }
    }
    return selectors;
  }

  /** Not thread safe. */
  private static final class Collector implements NodeVisitor {
    private final Set<String> selectors;
    private final StringBuilder elements = new StringBuilder();
    private final StringBuilder comments = new StringBuilder();

    /** Depths at which something hidden, or something with a background, began. */
    private final Deque<Integer> hidden = new ArrayDeque<>();

    private final Deque<Integer> backed = new ArrayDeque<>();

    Collector(Set<String> selectors) {
      this.selectors = selectors;
    }

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode text && !hidden.isEmpty()) {
        add(elements, text.getWholeText());
      } else if (node instanceof Comment comment && !isConditional(comment.getData())) {
        add(comments, comment.getData() + '\n');
      } else if (node instanceof Element element) {
        open(element, depth);
      }
    }

    private void open(Element element, int depth) {
      Map<String, String> style = HtmlVisibility.declarations(element.attr("style"));
      if (HtmlVisibility.hasBackground(style)
          || element.hasAttr("bgcolor")
          || element.hasAttr("background")) {
        backed.push(depth);
      }
      boolean white =
          HtmlVisibility.isWhiteText(style)
              || (element.normalName().equals("font")
                  && HtmlVisibility.isWhiteText(
                      Map.of("color", element.attr("color").toLowerCase(Locale.ROOT))));
      boolean unseen = white && backed.isEmpty() && !element.hasAttr("class");
      if (unseen || HtmlVisibility.isHidden(element) || isHiddenBySheet(element)) {
        hidden.push(depth);
      }
    }

    private boolean isHiddenBySheet(Element element) {
      if (selectors.isEmpty()) {
        return false;
      }
      String tag = element.normalName();
      if (!element.id().isEmpty() && names(tag, "#" + element.id())) {
        return true;
      }
      return element.classNames().stream().anyMatch(name -> names(tag, "." + name));
    }

    private boolean names(String tag, String selector) {
      String lower = selector.toLowerCase(Locale.ROOT);
      return selectors.contains(lower) || selectors.contains(tag + lower);
    }

    @Override
    public void tail(Node node, int depth) {
      if (!(node instanceof Element)) {
        return;
      }
      if (!hidden.isEmpty() && hidden.peek() == depth) {
        hidden.pop();
        add(elements, "\n");
      }
      if (!backed.isEmpty() && backed.peek() == depth) {
        backed.pop();
      }
    }

    /** Markup for specific clients, not text. */
    private static boolean isConditional(String comment) {
      String start = comment.stripLeading();
      return start.startsWith("[if") || start.startsWith("<![") || start.startsWith("[endif");
    }

    private static void add(StringBuilder out, String text) {
      int room = MAX_OUTPUT - out.length();
      if (room > 0) {
        out.append(text, 0, Math.min(room, text.length()));
      }
    }
  }
}
