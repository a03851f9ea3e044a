package dev.agentmailbox.mime.html;

import org.jsoup.nodes.Document;
import org.jsoup.select.NodeTraversor;

/**
 * Converts HTML mail to readable text: paragraphs, lists, quotes with {@code > }, table cells
 * separated by tabs, links as {@code text (url)} when they differ. Hidden elements are omitted.
 *
 * <p>Thread safe; iterative, so that deep nesting does not overflow the stack.
 */
public final class HtmlText {
  private HtmlText() {}

  /**
   * The visible text, with LF line ends and without surrounding blank lines; at most 1 Mi UTF-16
   * code units.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static String toText(String html) {
    return BoundedHtml.read(html, HtmlText::toText);
  }

  /**
   * The text of hidden elements; for screening only.
   *
   * @throws UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static String hiddenText(String html) {
    return BoundedHtml.read(html, document -> render(document, true));
  }

  /** Converts plain text to HTML with the same appearance. */
  public static String fromText(String text) {
    return "<pre style=\"white-space: pre-wrap\">"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        + "</pre>";
  }

  /** As {@link #toText(String)}, for a parsed document. */
  static String toText(Document document) {
    return render(document, false);
  }

  private static String render(Document document, boolean hiddenOnly) {
    HtmlRenderer renderer = new HtmlRenderer(hiddenOnly);
    NodeTraversor.filter(renderer, document);
    return renderer.text();
  }
}
