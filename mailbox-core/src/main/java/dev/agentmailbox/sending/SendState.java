package dev.agentmailbox.sending;

import org.jspecify.annotations.Nullable;

/**
 * Where a send stands.
 *
 * @param attempts hand-overs tried
 * @param deferredReason why it waits; null when it does not
 * @param approvalId the decision asked of a human; null when none was
 * @param threadId present when the thread exists: at once for a reply, else from the hand-over on
 * @param messageId the outbound copy; present from the first hand-over on
 */
public record SendState(
    SendStatus status,
    int attempts,
    @Nullable String deferredReason,
    @Nullable String approvalId,
    @Nullable String threadId,
    @Nullable String messageId) {
  /** The state of a send that nothing was tried for. */
  public static SendState initial(SendStatus status, @Nullable String threadId) {
    return new SendState(status, 0, null, null, threadId, null);
  }
}
