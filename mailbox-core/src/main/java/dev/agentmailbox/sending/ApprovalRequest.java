package dev.agentmailbox.sending;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a human is asked about a send.
 *
 * @param flags the risk flags of the mail
 * @param contentHash SHA-256 of the composed message the decision is about
 * @param expiresAt when it counts as rejected
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

  /** Asks about a send as it is. */
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
