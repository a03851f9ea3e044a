package dev.agentmailbox.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A place on the waitlist, as stored: the token of its link is not here, only its hash.
 *
 * @param id {@code wle_…}
 * @param userId who took it; null until somebody did
 * @param expiresAt until when it can be taken; null once it was
 */
public record WaitlistEntry(
    String id,
    String tokenHash,
    @Nullable String userId,
    WaitlistAnswers answers,
    Instant createdAt,
    @Nullable Instant expiresAt) {
  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "WaitlistEntry[" + id + "]";
  }
}
