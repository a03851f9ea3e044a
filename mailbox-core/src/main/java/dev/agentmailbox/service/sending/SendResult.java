package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an accepted send.
 *
 * @param status SENT, SENDING, SCHEDULED or PENDING_APPROVAL. What else became of it while the
 *     answer waited is in the record and its events; the answer then says SENDING.
 * @param messageId present when the status is SENT
 * @param threadId present when the thread exists
 * @param sendAt present when the status is SCHEDULED
 * @param flags the risk flags when the status is PENDING_APPROVAL, else empty
 */
public record SendResult(
    String sendId,
    @Nullable String messageId,
    @Nullable String threadId,
    SendStatus status,
    @Nullable Instant sendAt,
    List<String> flags) {
  public SendResult {
    flags = List.copyOf(flags);
  }

  /** The answer that fits a send as it is now. */
  public static SendResult of(Send send) {
    return new SendResult(
        send.id(),
        send.status() == SendStatus.SENT ? send.messageId() : null,
        send.threadId(),
        statusOf(send),
        send.status() == SendStatus.SCHEDULED ? send.times().sendAt() : null,
        send.status() == SendStatus.PENDING_APPROVAL ? send.findings().flags() : List.of());
  }

  private static SendStatus statusOf(Send send) {
    return switch (send.status()) {
      case SENT, SENDING, SCHEDULED, PENDING_APPROVAL -> send.status();
      case CANCELLED, REJECTED, BLOCKED, FAILED -> SendStatus.SENDING;
    };
  }
}
