package dev.agentmailbox.mime.reply;

import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Removes the quoted message from an HTML reply: by the markup of mail clients, otherwise by its
 * lines.
 */
public final class ReplyHtml {
  private static final String QUOTES =
      "blockquote[type=cite], .gmail_quote, .gmail_quote_container, .moz-cite-prefix,"
          + " .yahoo_quoted, #divRplyFwdMsg, #OLK_SRC_BODY_SECTION, [name=OLK_SRC_BODY_SECTION],"
          + " #mail-editor-reference-message-container, .protonmail_quote, .zmail_extra,"
          + " #appendonsend, #x_divRplyFwdMsg, #x_appendonsend, .tutanota_quote, .moz-forward-container,"
          + " blockquote.gmail_quote, #isReplyContent";

  /** Markers after which everything is quoted. */
  private static final String QUOTE_STARTS =
      "#divRplyFwdMsg, #appendonsend, #x_divRplyFwdMsg, #x_appendonsend";

  private static final Set<String> BREAKS = Set.of("br", "hr", "td", "th");
  private static final int MAX_LINE = 2_000;
  private static final int MAX_LINK = 100;

  /** A drawn line, as a text part has it. */
  private static final String RULE = "____";

  /** With more markers nothing is removed, because each removal moves all later nodes. */
  static final int MAX_QUOTES = 200;

  /** Longest new part, in UTF-16 code units. */
  static final int MAX_NEW_PART = 1 << 20;

  private ReplyHtml() {}

  /**
   * The new part of an HTML reply; empty when no quote with new text before it is found, or the
   * result would be longer than the limit of a body.
   *
   * @throws dev.agentmailbox.mime.html.UnreadableHtmlException as {@link BoundedHtml#read}
   */
  public static Optional<String> newPart(String html) {
    return BoundedHtml.read(html, ReplyHtml::withoutQuote);
  }

  private static Optional<String> withoutQuote(Document document) {
    List<Element> quotes = new ArrayList<>(document.select(QUOTES));
    if (quotes.size() > MAX_QUOTES || quotes.stream().anyMatch(ReplyHtml::isAnsweredInside)) {
      return Optional.empty();
    }
    if (quotes.isEmpty()) {
      return cutByLines(document);
    }
    for (Element quote : quotes) {
      if (quote.is(QUOTE_STARTS)) {
        removeFrom(quote, document.body());
      } else {
        quote.remove();
      }
    }
    return html(document);
  }

  /** Whether text follows a quote within its container: answers between quotes are kept. */
  private static boolean isAnsweredInside(Element quote) {
    boolean quoted = false;
    for (Node child : quote.childNodes()) {
      boolean block = child.normalName().equals("blockquote");
      if (quoted && !block && hasText(child)) {
        return !quote.normalName().equals("blockquote");
      }
      quoted |= block;
    }
    return false;
  }

  private static boolean hasText(Node node) {
    return node instanceof TextNode text
        ? !text.isBlank()
        : node instanceof Element element && element.hasText();
  }

  private static Optional<String> cutByLines(Document document) {
    Lines lines = new Lines();
    NodeTraversor.traverse(lines, document.body());
    lines.end();
    int cut = ReplyText.quoteStart(lines.texts);
    if (cut <= 0 || cut >= lines.texts.size()) {
      return Optional.empty();
    }
    removeFrom(lines.starts.get(cut), document.body());
    return html(document);
  }

  private static Optional<String> html(Document document) {
    Element body = document.body();
    boolean blank = body.text().isBlank() && document.selectFirst("img") == null;
    if (blank) {
      return Optional.empty();
    }
    try {
      return Optional.of(BoundedHtml.write(body, MAX_NEW_PART));
    } catch (UnreadableHtmlException tooLong) {
      return Optional.empty();
    }
  }

  /** Removes a node and everything after it. */
  @SuppressWarnings("ReferenceEquality") // The very node is meant, as jsoup's equals does.
  private static void removeFrom(Node first, Element body) {
    Node node = first;
    while (node != body && node.parentNode() instanceof Element parent) {
      // From the end, where removal is cheap.
      while (parent.childNode(parent.childNodeSize() - 1) != node) {
        parent.childNode(parent.childNodeSize() - 1).remove();
      }
      node = parent;
    }
    if (first != body) {
      first.remove();
    }
  }

  /** The lines of a document, with the addresses that are linked, each with its first node. */
  private static final class Lines implements NodeVisitor {
    private final List<String> texts = new ArrayList<>();
    private final List<Node> starts = new ArrayList<>();
    private final StringBuilder line = new StringBuilder();
    private @Nullable Node start;
    private int quoteDepth;

    @Override
    public void head(Node node, int depth) {
      if (node instanceof TextNode text) {
        append(text);
      } else if (node instanceof Element element) {
        quoteDepth += element.normalName().equals("blockquote") ? 1 : 0;
        if (element.isBlock() || BREAKS.contains(element.normalName())) {
          end();
        }
        if (element.normalName().equals("hr")) {
          texts.add(RULE);
          starts.add(element);
        }
        appendAddress(element);
      }
    }

    @Override
    public void tail(Node node, int depth) {
      if (node instanceof Element element && element.isBlock()) {
        end();
        quoteDepth -= element.normalName().equals("blockquote") ? 1 : 0;
      }
    }

    /** A client may show the name of the author only, with a link to the address. */
    private void appendAddress(Element element) {
      String link = element.normalName().equals("a") ? element.attr("href") : "";
      if (start != null && link.startsWith("mailto:") && line.length() < MAX_LINE) {
        line.append(" <").append(link, "mailto:".length(), Math.min(link.length(), MAX_LINK));
        line.append("> ");
      }
    }

    private void append(TextNode node) {
      String text = node.text().replace('\u00A0', ' ');
      if (start == null && !text.isBlank()) {
        start = node;
      }
      if (start != null && line.length() < MAX_LINE) {
        line.append(text, 0, Math.min(text.length(), MAX_LINE));
      }
    }

    void end() {
      if (start != null) {
        texts.add((quoteDepth > 0 ? "> " : "") + line.toString().strip());
        starts.add(start);
      }
      line.setLength(0);
      start = null;
    }
  }
}
