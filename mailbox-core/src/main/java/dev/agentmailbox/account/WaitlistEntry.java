package dev.agentmailbox.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A waitlist entry, as stored: only the hash of its link token.
 *
 * @param id {@code wle_…}
 * @param userId the human it is assigned to; null until assigned
 * @param expiresAt when an unassigned entry expires; null once assigned
 */
public record WaitlistEntry(
    String id,
    String tokenHash,
    @Nullable String userId,
    WaitlistAnswers answers,
    Instant createdAt,
    @Nullable Instant expiresAt) {
  /** Whether a human can still take it. */
  public boolean isFree(Instant now) {
    return expiresAt != null && now.isBefore(expiresAt);
  }

  /** Assigned to a human; from then on it does not expire. */
  public WaitlistEntry takenBy(String human) {
    return new WaitlistEntry(id, tokenHash, human, answers, createdAt, null);
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "WaitlistEntry[" + id + "]";
  }
}
