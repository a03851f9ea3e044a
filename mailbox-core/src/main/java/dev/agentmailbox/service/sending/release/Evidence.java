package dev.agentmailbox.service.sending.release;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.mime.write.OutgoingAttachment;
import dev.agentmailbox.mime.write.OutgoingMessage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the checks know about a mail from looking at it, once and outside the transaction.
 *
 * @param problems of derived fields; then nothing is composed
 * @param uncleanFields paths of fields with a control character; then nothing is composed
 * @param attachments number of files it has, or would have if composed
 * @param links registrable domains that its author links to
 */
public record Evidence(
    List<FieldProblem> problems,
    List<String> uncleanFields,
    int attachments,
    Set<String> links,
    Set<Trait> traits) {
  static final String HAS_LINKS = "has_links";
  static final String HAS_ATTACHMENTS = "has_attachments";

  /** A link that only mail from outside names. */
  public static final String LINK_FROM_MAIL = "link_from_mail";

  /** The review may not show what recipients see, so the flag counts wherever another one does. */
  static final String HTML_UNFAITHFUL = "html_unfaithful";

  /** Flags of what the mail contains. */
  static final Map<Trait, String> FLAGS =
      Map.of(
          Trait.LINKS, HAS_LINKS,
          Trait.ATTACHMENTS, HAS_ATTACHMENTS,
          Trait.DICTATED_LINK, LINK_FROM_MAIL,
          Trait.UNFAITHFUL, HTML_UNFAITHFUL);

  public Evidence {
    problems = List.copyOf(problems);
    uncleanFields = List.copyOf(uncleanFields);
    links = Set.copyOf(links);
    traits = Set.copyOf(traits);
  }

  /** A property of a mail. */
  public enum Trait {
    /** Unfilled placeholders outside the quoted part. */
    PLACEHOLDER,
    /** A private key or a key of a known format anywhere. */
    SECRET,
    /** No text, no HTML, no attachment. */
    EMPTY,
    /** A link or remote resource anywhere. */
    LINKS,
    /** At least one file. */
    ATTACHMENTS,
    /** A link of an accepted mail that only mail from outside names. */
    DICTATED_LINK,
    /** HTML that its review cannot show as recipients see it. */
    UNFAITHFUL,
    /** It answers an automatic mail, a bounce or an inbox of this service: this could loop. */
    ANSWERS_MACHINE,
    /** Its recipients are not those that the caller expects. */
    UNEXPECTED_RECIPIENTS
  }

  /** Derived from an accepted mail's risk flags. */
  static Evidence flagged(List<String> flags) {
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    FLAGS.forEach(
        (trait, flag) -> {
          if (flags.contains(flag)) {
            traits.add(trait);
          }
        });
    return new Evidence(List.of(), List.of(), 0, Set.of(), traits);
  }

  /**
   * Examines the content of a mail.
   *
   * @param written what the caller wrote: everything, or the note above a forwarded message
   * @param agentTexts what the agent supplies beside the message
   * @throws dev.agentmailbox.mime.html.UnreadableHtmlException the HTML exceeds a limit
   */
  public static Set<Trait> traits(
      OutgoingMessage message, OutgoingMessage.Content written, List<String> agentTexts) {
    OutgoingMessage.Content content = message.content();
    @Nullable HtmlPage html = HtmlPage.read(content.html());
    @Nullable HtmlPage ownHtml =
        Objects.equals(written.html(), content.html()) ? html : HtmlPage.read(written.html());
    List<String> own = texts(written.subject(), written.text(), written.html());
    List<String> all = texts(content.subject(), content.text(), content.html());
    if (ownHtml != null) {
      own.add(ownHtml.text());
    }
    if (html != null) {
      all.add(html.text());
    }
    HtmlPage.Findings markup = html == null ? HtmlPage.Findings.NONE : html.findings();
    List<OutgoingAttachment> files = content.attachments();
    Set<Trait> traits = EnumSet.noneOf(Trait.class);
    add(traits, Trait.PLACEHOLDER, own.stream().anyMatch(Placeholders::found));
    all.addAll(agentTexts);
    add(traits, Trait.SECRET, markup.secret() || hasSecret(message, all));
    boolean hasText = !isBlank(content.text()) || (html != null && !html.empty());
    add(traits, Trait.EMPTY, !hasText && files.isEmpty());
    add(
        traits,
        Trait.LINKS,
        markup.links()
            || texts(content.subject(), content.text()).stream().anyMatch(TextLinks::found)
            || files.stream().anyMatch(FileLinks::found));
    add(traits, Trait.ATTACHMENTS, !files.isEmpty());
    add(traits, Trait.UNFAITHFUL, html != null && !html.faithful());
    return traits;
  }

  private static void add(Set<Trait> traits, Trait trait, boolean isPresent) {
    if (isPresent) {
      traits.add(trait);
    }
  }

  /** Searches everything the agent supplies. */
  private static boolean hasSecret(OutgoingMessage message, List<String> texts) {
    StringBuilder fields = new StringBuilder();
    texts.forEach(text -> add(fields, text));
    message.recipients().all().forEach(to -> add(fields, to.name(), to.address()));
    message.extraHeaders().forEach((name, value) -> add(fields, name, value));
    List<OutgoingAttachment> files = message.content().attachments();
    for (OutgoingAttachment file : files) {
      add(fields, file.filename(), file.contentType(), file.contentId());
    }
    return SecretScan.found(fields.toString())
        || files.stream().anyMatch(file -> SecretScan.found(file.content()));
  }

  private static void add(StringBuilder fields, @Nullable String... values) {
    for (String value : values) {
      if (value != null) {
        // No white space, which is taken out.
        fields.append(value).append('\u0001');
      }
    }
  }

  private static List<String> texts(@Nullable String... texts) {
    List<String> present = new ArrayList<>();
    for (String text : texts) {
      if (text != null) {
        present.add(text);
      }
    }
    return present;
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
