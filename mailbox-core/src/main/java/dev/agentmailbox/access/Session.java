package dev.agentmailbox.access;

import java.time.Duration;
import java.time.Instant;

/**
 * A browser in which a human signed in, as stored: the cookie is not here, only its hash.
 *
 * @param cookieHash SHA-256 of the cookie's value, 64 lower-case hexadecimal characters; unique
 * @param signInId the same for all sessions that follow from one sign-in by step-up
 * @param userId {@code usr_…}
 * @param verifiedUntil until then the human counts as having proved lately who it is
 */
public record Session(
    String cookieHash,
    String signInId,
    String userId,
    Instant createdAt,
    Instant usedAt,
    Instant verifiedUntil) {
  /** A session that was not used for that long is over. */
  public static final Duration MAX_IDLE = Duration.ofHours(12);

  public boolean isLive(Instant now) {
    return now.isBefore(usedAt.plus(MAX_IDLE));
  }

  public boolean isVerified(Instant now) {
    return now.isBefore(verifiedUntil);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "Session[" + userId + "]";
  }
}
