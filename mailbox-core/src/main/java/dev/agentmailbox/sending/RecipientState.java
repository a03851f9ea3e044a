package dev.agentmailbox.sending;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Delivery state of a recipient.
 *
 * @param bounceType {@code permanent} or {@code transient}; null unless bounced
 * @param detail the next hop's reply text, sanitized; null when there is none
 * @param attempts delivery attempts made
 * @param resent whether the one resend after a lost reply was used
 */
public record RecipientState(
    RecipientStatus status,
    @Nullable String bounceType,
    @Nullable String detail,
    int attempts,
    boolean resent,
    Instant updatedAt) {
  /** No attempt made yet. */
  static RecipientState pending(Instant now) {
    return new RecipientState(RecipientStatus.PENDING, null, null, 0, false, now);
  }
}
