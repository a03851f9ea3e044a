package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was tried for a recipient, and its outcome.
 *
 * @param bounceType {@code permanent} or {@code transient}; null unless bounced
 * @param detail the next hop's words, cleaned; null when there are none
 * @param attempts hand-overs tried
 * @param resent whether an answer was lost once, so that its one resend is used
 */
public record RecipientState(
    RecipientStatus status,
    @Nullable String bounceType,
    @Nullable String detail,
    int attempts,
    boolean resent,
    Instant updatedAt) {
  /** Nothing was tried yet. */
  static RecipientState pending(Instant now) {
    return new RecipientState(RecipientStatus.PENDING, null, null, 0, false, now);
  }
}
