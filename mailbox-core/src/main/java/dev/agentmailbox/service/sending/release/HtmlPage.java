package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.MarkupFidelity;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import java.util.List;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/** What the checks keep of a parsed document. */
record HtmlPage(String text, boolean empty, MarkupLinks walk, boolean faithful) {
  /** Most conditional comments parsed; more of them count as a link. */
  private static final int MAX_CONDITIONAL = 100;

  /** Findings in a document's markup. */
  record Findings(boolean links, boolean secret) {
    static final Findings NONE = new Findings(false, false);

    private Findings or(Findings other) {
      return new Findings(links || other.links, secret || other.secret);
    }
  }

  /**
   * Parses a document.
   *
   * @throws UnreadableHtmlException it exceeds a limit of {@link BoundedHtml}
   */
  static @Nullable HtmlPage read(@Nullable String html) {
    return html == null
        ? null
        : BoundedHtml.read(html, document -> of(document, MarkupFidelity.of(document)));
  }

  /** Whether HTML has a link, or cannot be parsed. */
  static boolean isLinked(String html) {
    try {
      return BoundedHtml.read(html, HtmlPage::ofPart).findings().links();
    } catch (UnreadableHtmlException over) {
      return true;
    }
  }

  /** A part of a mail, which has no view of its own. */
  private static HtmlPage ofPart(Document document) {
    return of(document, true);
  }

  private static HtmlPage of(Document document, boolean faithful) {
    String text = document.text();
    boolean empty = text.isBlank() && document.selectFirst("img, svg") == null;
    return new HtmlPage(text, empty, MarkupLinks.in(document), faithful);
  }

  /** Of the document and of its conditional comments. */
  Findings findings() {
    Findings findings = ownFindings();
    List<String> conditional = walk.conditional();
    if (conditional.size() > MAX_CONDITIONAL) {
      return new Findings(true, findings.secret());
    }
    for (String piece : conditional) {
      findings = findings.or(ofPiece(piece));
    }
    return findings;
  }

  private Findings ownFindings() {
    return new Findings(walk.links() || TextLinks.found(text), walk.secret());
  }

  /** HTML in conditional comments and raw text; if it cannot be parsed it counts as a link. */
  private static Findings ofPiece(String html) {
    try {
      HtmlPage page = BoundedHtml.read(html, HtmlPage::ofPart);
      Findings findings = page.ownFindings();
      return page.walk.conditional().isEmpty() ? findings : new Findings(true, findings.secret());
    } catch (UnreadableHtmlException over) {
      return new Findings(true, false);
    }
  }
}
