package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.mime.html.BoundedHtml;
import dev.agentmailbox.mime.html.MarkupFidelity;
import dev.agentmailbox.mime.html.UnreadableHtmlException;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a mail's text and files, computed once for the checks.
 *
 * @param placeholder unfilled placeholders outside the quoted part
 * @param secret a private key or a key of a known format anywhere
 * @param empty no text, no HTML, no attachment
 * @param links a link or remote resource anywhere
 * @param attachments at least one file
 * @param unfaithful HTML that its review cannot show as recipients see it
 */
public record Evidence(
    boolean placeholder,
    boolean secret,
    boolean empty,
    boolean links,
    boolean attachments,
    boolean unfaithful) {
  /** For mail whose content was checked before. */
  static final Evidence SEEN_BEFORE = new Evidence(false, false, false, false, false, false);

  /** Derived from an accepted mail's risk flags. */
  static Evidence flagged(List<String> flags) {
    return new Evidence(
        false,
        false,
        false,
        flags.contains(RiskFlags.HAS_LINKS),
        flags.contains(RiskFlags.HAS_ATTACHMENTS),
        flags.contains(RiskFlags.HTML_UNFAITHFUL));
  }

  /** Most conditional comments parsed; more of them count as a link. */
  static final int MAX_CONDITIONAL = 100;

  /**
   * Examines a mail.
   *
   * @throws UnreadableHtmlException the HTML exceeds a limit of {@link BoundedHtml}
   */
  static Evidence of(SendRequest request) {
    @Nullable Page html = parse(request.html());
    String ownWords = request.content().own().html();
    @Nullable Page ownHtml = Objects.equals(ownWords, request.html()) ? html : parse(ownWords);
    List<String> own =
        words(request.content().own().subject(), request.content().own().text(), ownWords);
    List<String> all = words(request.subject(), request.text(), request.html());
    if (ownHtml != null) {
      own.add(ownHtml.text());
    }
    if (html != null) {
      all.add(html.text());
    }
    Markup markup = html == null ? Markup.NONE : markup(html);
    return new Evidence(
        own.stream().anyMatch(Placeholders::found),
        markup.secret() || hasSecret(request, all),
        isBlank(request.text())
            && (html == null || html.empty())
            && request.attachments().isEmpty(),
        markup.links()
            || words(request.subject(), request.text()).stream().anyMatch(TextLinks::found)
            || request.attachments().stream().anyMatch(FileLinks::found),
        !request.attachments().isEmpty(),
        html != null && !html.faithful());
  }

  /** Findings in a document's markup. */
  private record Markup(boolean links, boolean secret) {
    private static final Markup NONE = new Markup(false, false);

    private Markup or(Markup other) {
      return new Markup(links || other.links, secret || other.secret);
    }
  }

  /** What is kept of a parsed document. */
  private record Page(String text, boolean empty, MarkupLinks walk, boolean faithful) {
    /** A part of a mail, which has no view of its own. */
    static Page ofPart(Document document) {
      return of(document, true);
    }

    static Page of(Document document, boolean faithful) {
      String text = document.text();
      boolean empty = text.isBlank() && document.selectFirst("img, svg") == null;
      return new Page(text, empty, MarkupLinks.in(document), faithful);
    }

    private Markup markup() {
      return new Markup(walk.links() || TextLinks.found(text), walk.secret());
    }
  }

  private static Markup markup(Page html) {
    Markup markup = html.markup();
    List<String> conditional = html.walk().conditional();
    if (conditional.size() > MAX_CONDITIONAL) {
      return new Markup(true, markup.secret());
    }
    for (String piece : conditional) {
      markup = markup.or(markupOfPart(piece));
    }
    return markup;
  }

  /** HTML in conditional comments and raw text; if it cannot be parsed it counts as a link. */
  private static Markup markupOfPart(String html) {
    try {
      Page page = BoundedHtml.read(html, Page::ofPart);
      Markup markup = page.markup();
      return page.walk().conditional().isEmpty() ? markup : new Markup(true, markup.secret());
    } catch (UnreadableHtmlException over) {
      return new Markup(true, false);
    }
  }

  /** Whether HTML has a link, or cannot be parsed. */
  static boolean isLinked(String html) {
    try {
      return markup(BoundedHtml.read(html, Page::ofPart)).links();
    } catch (UnreadableHtmlException over) {
      return true;
    }
  }

  /** Searches everything the agent supplies. */
  private static boolean hasSecret(SendRequest request, List<String> texts) {
    StringBuilder fields = new StringBuilder();
    texts.forEach(text -> add(fields, text));
    add(fields, request.inbox().displayName());
    request.recipients().forEach(to -> add(fields, to.mailbox().name(), to.mailbox().address()));
    request.options().headers().forEach((name, value) -> add(fields, name, value));
    request.options().labels().forEach(label -> add(fields, label));
    for (OutgoingAttachment file : request.attachments()) {
      add(fields, file.filename(), file.contentType(), file.contentId());
    }
    return SecretScan.found(fields.toString())
        || request.attachments().stream().anyMatch(file -> SecretScan.found(file.content()));
  }

  private static void add(StringBuilder fields, @Nullable String... values) {
    for (String value : values) {
      if (value != null) {
        // No white space, which is taken out.
        fields.append(value).append('\u0001');
      }
    }
  }

  private static List<String> words(@Nullable String... texts) {
    List<String> words = new ArrayList<>();
    for (String text : texts) {
      if (text != null) {
        words.add(text);
      }
    }
    return words;
  }

  private static @Nullable Page parse(@Nullable String html) {
    return html == null
        ? null
        : BoundedHtml.read(html, document -> Page.of(document, MarkupFidelity.of(document)));
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
