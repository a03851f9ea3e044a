package dev.agentmailbox.mime;

import java.util.concurrent.Semaphore;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.NodeTraversor;

/**
 * HTML of mail as text a person or an agent can read: paragraphs, lists, quotes with {@code > },
 * table cells by tab, links as {@code text (url)} when they differ. Hidden elements are left out.
 *
 * <p>Thread safe; iterative, so that deep nesting costs no stack.
 */
public final class HtmlText {
  /** UTF-16 units of HTML that are read. */
  static final int MAX_INPUT = 2 * 1024 * 1024;

  /** A document over this many UTF-16 units waits for its turn: its tree takes many times that. */
  private static final int LARGE = 128 * 1024;

  private static final Semaphore LARGE_TURNS = new Semaphore(2);

  private HtmlText() {}

  /**
   * What a reader sees; lines end with LF, no blank lines around. At most 1 MiB of UTF-16 units.
   */
  public static String toText(String html) {
    return render(html, Visibility.SHOWN);
  }

  /** What a reader does not see: the text of hidden elements. For screening only. */
  public static String hiddenText(String html) {
    return render(html, Visibility.HIDDEN);
  }

  /** Plain text as HTML that looks the same. */
  static String fromText(String text) {
    return "<pre style=\"white-space: pre-wrap\">"
        + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        + "</pre>";
  }

  /** Parses, letting only a few large documents be in memory at once. */
  static <T> T withDocument(String html, java.util.function.Function<Document, T> use) {
    String bounded = html.length() > MAX_INPUT ? html.substring(0, MAX_INPUT) : html;
    if (bounded.length() <= LARGE) {
      return use.apply(Jsoup.parse(bounded));
    }
    LARGE_TURNS.acquireUninterruptibly();
    try {
      return use.apply(Jsoup.parse(bounded));
    } finally {
      LARGE_TURNS.release();
    }
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
    return withDocument(html, document -> render(document, wanted));
  }

  private static String render(Document document, Visibility wanted) {
    HtmlRenderer renderer = new HtmlRenderer(wanted == Visibility.HIDDEN);
    NodeTraversor.filter(renderer, document);
    return renderer.text();
  }
}
