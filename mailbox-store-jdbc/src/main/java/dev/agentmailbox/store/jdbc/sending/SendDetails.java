package dev.agentmailbox.store.jdbc.sending;

import dev.agentmailbox.sending.RecipientStatus;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendRecipient;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of a send that is read and written as a whole and never searched by. */
record SendDetails(
    @Nullable String threadId,
    @Nullable String messageId,
    @Nullable String draftId,
    List<SendRecipient> recipients,
    List<String> flags,
    List<String> reasons,
    List<String> notes,
    @Nullable String approvalId,
    @Nullable String deferredReason,
    String rfcMessageId,
    String contentHash,
    long size,
    @Nullable String subject,
    List<String> labels,
    @Nullable String inReplyToMessage,
    @Nullable Instant sendAt,
    @Nullable Instant handedOverAt,
    boolean resent,
    @Nullable Instant sentAt) {
  SendDetails {
    // Rows written before there were notes have none.
    notes = notes == null ? List.of() : notes;
    // Rows written before recipients had it say it of all of them.
    if (resent && recipients.stream().noneMatch(SendRecipient::resent)) {
      recipients = recipients.stream().map(SendDetails::resent).toList();
    }
  }

  private static SendRecipient resent(SendRecipient recipient) {
    return recipient.status() == RecipientStatus.PENDING ? recipient.asResent() : recipient;
  }

  static SendDetails of(Send send) {
    return new SendDetails(
        send.threadId(),
        send.messageId(),
        send.draftId(),
        send.recipients(),
        send.flags(),
        send.reasons(),
        send.notes(),
        send.approvalId(),
        send.deferredReason(),
        send.rfcMessageId(),
        send.contentHash(),
        send.size(),
        send.subject(),
        send.labels(),
        send.inReplyToMessage(),
        send.sendAt(),
        send.handedOverAt(),
        send.resent(),
        send.sentAt());
  }
}
