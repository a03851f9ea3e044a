package dev.agentmailbox.mime.html;

import org.jsoup.nodes.Document;
import org.jsoup.select.NodeTraversor;

/**
 * HTML of mail as text a person or an agent can read: paragraphs, lists, quotes with {@code > },
 * table cells by tab, links as {@code text (url)} when they differ. Hidden elements are left out.
 *
 * <p>Thread safe; iterative, so that deep nesting costs no stack.
 */
public final class HtmlText {
  private HtmlText() {}

  /**
   * What a reader sees; lines end with LF, no blank lines around. At most 1 Mi of UTF-16 units.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static String toText(String html) {
    return render(html, Visibility.SHOWN);
  }

  /**
   * What a reader does not see: the text of hidden elements. For screening only.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static String hiddenText(String html) {
    return render(html, Visibility.HIDDEN);
  }

  /** Plain text as HTML that looks the same. */
  public static String fromText(String text) {
    return "<pre style=\"white-space: pre-wrap\">"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        + "</pre>";
  }

  private enum Visibility {
    SHOWN,
    HIDDEN
  }

  /** As {@link #toText(String)}, of a document that is there. */
  static String toText(Document document) {
    return render(document, Visibility.SHOWN);
  }

  private static String render(String html, Visibility wanted) {
    return BoundedHtml.read(html, document -> render(document, wanted));
  }

  private static String render(Document document, Visibility wanted) {
    HtmlRenderer renderer = new HtmlRenderer(wanted == Visibility.HIDDEN);
    NodeTraversor.filter(renderer, document);
    return renderer.text();
  }
}
