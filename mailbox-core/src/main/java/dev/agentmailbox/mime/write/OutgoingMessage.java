package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The message for {@link MimeWriter}.
 *
 * @param messageId with angle brackets; written unchanged
 * @param date written in UTC with a precision of seconds
 * @param extraHeaders additional fields in order, for example {@code Auto-Submitted}
 */
public record OutgoingMessage(
    MailAddress from,
    MailAddress replyTo,
    Recipients recipients,
    Content content,
    String messageId,
    Instant date,
    Ancestors ancestors,
    Map<String, String> extraHeaders) {
  public OutgoingMessage {
    extraHeaders = Collections.unmodifiableMap(new LinkedHashMap<>(extraHeaders));
  }

  /**
   * The recipients.
   *
   * @param bcc not written to the message
   */
  public record Recipients(List<MailAddress> to, List<MailAddress> cc, List<MailAddress> bcc) {
    public Recipients {
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      bcc = List.copyOf(bcc);
    }

    /** A single To recipient. */
    public static Recipients one(MailAddress to) {
      return new Recipients(List.of(to), List.of(), List.of());
    }

    /** All of them, in this order. */
    public List<MailAddress> all() {
      return Stream.of(to, cc, bcc).flatMap(List::stream).toList();
    }
  }

  /**
   * Subject, bodies and attachments.
   *
   * @param subject null for none; then the field is empty
   * @param text null or blank for none; then converted from the HTML
   */
  public record Content(
      @Nullable String subject,
      @Nullable String text,
      @Nullable String html,
      List<OutgoingAttachment> attachments) {
    public Content {
      attachments = List.copyOf(attachments);
    }

    /** A subject and plain text only. */
    public static Content plain(String subject, String text) {
      return new Content(subject, text, null, List.of());
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Content[" + attachments.size() + " attachments]";
    }
  }

  /**
   * Threading fields.
   *
   * @param inReplyTo with angle brackets; omitted when it cannot be written
   * @param references with angle brackets, oldest first; of a long list the first and the last 20
   *     are written
   */
  public record Ancestors(@Nullable String inReplyTo, List<String> references) {
    public static final Ancestors NONE = new Ancestors(null, List.of());

    public Ancestors {
      references = List.copyOf(references);
    }
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "OutgoingMessage["
        + recipients.all().size()
        + " recipients, "
        + content.attachments().size()
        + " attachments]";
  }
}
