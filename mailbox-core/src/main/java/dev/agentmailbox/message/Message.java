package dev.agentmailbox.message;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One message of one inbox, without its bodies: what lists read. {@link MessageBody} is the rest.
 *
 * @param id {@code msg_…}
 * @param rfcMessageId Message-ID with angle brackets; null when an inbound message has none
 * @param createdAt when it was stored; lists sort by (createdAt, id)
 * @param from null when an inbound message names no author
 * @param size bytes of the raw message
 * @param holdReasons why it was held when it came in; empty when it was not
 * @param contentKey finds the raw message in the content store
 * @param envelopeSender return path of an inbound message; empty for the null sender
 */
public record Message(
    String id,
    String organizationId,
    String podId,
    String inboxId,
    String threadId,
    @Nullable String rfcMessageId,
    Direction direction,
    Set<String> labels,
    @Nullable MailAddress from,
    List<MailAddress> to,
    List<MailAddress> cc,
    List<MailAddress> bcc,
    @Nullable String subject,
    @Nullable String preview,
    List<Attachment> attachments,
    @Nullable String inReplyTo,
    List<String> references,
    long size,
    Classification classification,
    List<String> holdReasons,
    Authentication authentication,
    @Nullable String sendId,
    String contentKey,
    String envelopeSender,
    Instant createdAt,
    Instant updatedAt) {
  public Message {
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    attachments = List.copyOf(attachments);
    references = List.copyOf(references);
    holdReasons = List.copyOf(holdReasons);
  }

  /** Held for a human: keys see metadata only. */
  public boolean isHeld() {
    return labels.contains(Label.HELD);
  }

  public int hiddenBits() {
    return Label.hiddenBits(labels);
  }

  /** The same message with other labels. */
  public Message withLabels(Collection<String> changed, Instant now) {
    return new Message(
        id,
        organizationId,
        podId,
        inboxId,
        threadId,
        rfcMessageId,
        direction,
        Set.copyOf(changed),
        from,
        to,
        cc,
        bcc,
        subject,
        preview,
        attachments,
        inReplyTo,
        references,
        size,
        classification,
        holdReasons,
        authentication,
        sendId,
        contentKey,
        envelopeSender,
        createdAt,
        now);
  }

  /** Says nothing of the content. */
  @Override
  public String toString() {
    return "Message[" + id + "]";
  }
}
