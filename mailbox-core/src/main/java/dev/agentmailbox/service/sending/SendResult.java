package dev.agentmailbox.service.sending;

import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of an accepted send.
 *
 * @param status SENT, SENDING, SCHEDULED or PENDING_APPROVAL; SENDING also when the send ended
 *     otherwise during the wait, see its record and events
 * @param messageId set when the status is SENT
 * @param threadId set when the thread exists
 * @param sendAt set when the status is SCHEDULED
 * @param approvalId set when the status is PENDING_APPROVAL
 * @param flags risk flags when the status is PENDING_APPROVAL, else empty
 * @param captured whether the mail was captured because no relay is configured
 */
public record SendResult(
    String sendId,
    @Nullable String messageId,
    @Nullable String threadId,
    SendStatus status,
    @Nullable Instant sendAt,
    @Nullable String approvalId,
    List<String> flags,
    boolean captured) {
  public SendResult {
    flags = List.copyOf(flags);
  }

  /** The result for a send in its current state. */
  public static SendResult of(Send send) {
    boolean isPending = send.status() == SendStatus.PENDING_APPROVAL;
    return new SendResult(
        send.id(),
        send.status() == SendStatus.SENT ? send.messageId() : null,
        send.threadId(),
        statusOf(send),
        send.status() == SendStatus.SCHEDULED ? send.times().sendAt() : null,
        isPending ? send.state().approvalId() : null,
        isPending ? send.findings().flags() : List.of(),
        send.captured());
  }

  private static SendStatus statusOf(Send send) {
    return switch (send.status()) {
      case SENT, SENDING, SCHEDULED, PENDING_APPROVAL -> send.status();
      case CANCELLED, REJECTED, BLOCKED, FAILED -> SendStatus.SENDING;
    };
  }
}
