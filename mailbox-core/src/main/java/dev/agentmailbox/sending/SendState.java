package dev.agentmailbox.sending;

import org.jspecify.annotations.Nullable;

/**
 * Progress of a send.
 *
 * @param attempts delivery attempts made
 * @param deferredReason why it is deferred; null when it is not
 * @param approvalId its approval request; null for none
 * @param threadId null until the thread exists: set at submission for a reply, otherwise at the
 *     first hand-over
 * @param messageId the outbound copy; null before the first hand-over
 * @param decision how its approval ended; null for none or while pending
 */
public record SendState(
    SendStatus status,
    int attempts,
    @Nullable String deferredReason,
    @Nullable String approvalId,
    @Nullable String threadId,
    @Nullable String messageId,
    Approval.@Nullable Decision decision) {
  /** A send without attempts. */
  public static SendState initial(SendStatus status, @Nullable String threadId) {
    return new SendState(status, 0, null, null, threadId, null, null);
  }
}
