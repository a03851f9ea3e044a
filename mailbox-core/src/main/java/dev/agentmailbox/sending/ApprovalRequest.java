package dev.agentmailbox.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be approved.
 *
 * @param flags risk flags of the mail
 * @param contentHash SHA-256 of the composed message
 * @param expiresAt when it is rejected unless decided before
 */
public record ApprovalRequest(
    String sendId,
    @Nullable String threadId,
    List<String> flags,
    String contentHash,
    Instant requestedAt,
    Instant expiresAt) {
  public ApprovalRequest {
    flags = List.copyOf(flags);
  }

  /** A request for a send in its current state. */
  public static ApprovalRequest of(Send send, Instant requestedAt, Instant expiresAt) {
    return new ApprovalRequest(
        send.id(),
        send.threadId(),
        send.findings().flags(),
        send.mail().contentHash(),
        requestedAt,
        expiresAt);
  }
}
