package dev.agentmailbox.mime.write;

import dev.agentmailbox.message.MailAddress;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@link MimeWriter} is to write.
 *
 * @param messageId with angle brackets; written as it is
 * @param date written in UTC, in seconds
 * @param extraHeaders further fields in their order, for example {@code Auto-Submitted}
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
   * The people it is for.
   *
   * @param bcc never written; here so that one value has all recipients
   */
  public record Recipients(List<MailAddress> to, List<MailAddress> cc, List<MailAddress> bcc) {
    public Recipients {
      to = List.copyOf(to);
      cc = List.copyOf(cc);
      bcc = List.copyOf(bcc);
    }

    /** One recipient, named in To. */
    public static Recipients one(MailAddress to) {
      return new Recipients(List.of(to), List.of(), List.of());
    }

    int count() {
      return to.size() + cc.size() + bcc.size();
    }
  }

  /**
   * What it says.
   *
   * @param text null or blank when there is none; made from the HTML then
   */
  public record Content(
      String subject,
      @Nullable String text,
      @Nullable String html,
      List<OutgoingAttachment> attachments) {
    public Content {
      attachments = List.copyOf(attachments);
    }

    /** A subject and a text, nothing else. */
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
   * The messages before it in its thread.
   *
   * @param inReplyTo with angle brackets; left out when it cannot be written
   * @param references with angle brackets, oldest first; of many the first and the last 20 are
   *     written
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
        + recipients.count()
        + " recipients, "
        + content.attachments().size()
        + " attachments]";
  }
}
