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
 * @param bcc never written; here so that one value has all recipients
 * @param text null or blank when there is none; made from the HTML then
 * @param messageId with angle brackets; written as it is
 * @param date written in UTC, in seconds
 * @param inReplyTo with angle brackets; left out when it cannot be written
 * @param references with angle brackets, oldest first; of many the first and the last 20 are
 *     written
 * @param extraHeaders further fields in their order, for example {@code Auto-Submitted}
 */
public record OutgoingMessage(
    MailAddress from,
    MailAddress replyTo,
    List<MailAddress> to,
    List<MailAddress> cc,
    List<MailAddress> bcc,
    String subject,
    @Nullable String text,
    @Nullable String html,
    List<OutgoingAttachment> attachments,
    String messageId,
    Instant date,
    @Nullable String inReplyTo,
    List<String> references,
    Map<String, String> extraHeaders) {
  public OutgoingMessage {
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    attachments = List.copyOf(attachments);
    references = List.copyOf(references);
    extraHeaders = Collections.unmodifiableMap(new LinkedHashMap<>(extraHeaders));
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "OutgoingMessage["
        + (to.size() + cc.size() + bcc.size())
        + " recipients, "
        + attachments.size()
        + " attachments]";
  }
}
