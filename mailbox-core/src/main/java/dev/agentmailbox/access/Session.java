package dev.agentmailbox.access;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A browser in which a human signed in, as stored: the cookie is not here, only its hash.
 *
 * @param cookieHash SHA-256 of the cookie's value, 64 lower-case hexadecimal characters; unique
 * @param signInId the same for all sessions that follow from one sign-in by step-up
 * @param userId {@code usr_…}
 * @param organizationId where its human acts; null until it is known
 * @param createdAt when the human signed in
 * @param verifiedUntil until then the human counts as having proved lately who it is
 */
public record Session(
    String cookieHash,
    String signInId,
    String userId,
    @Nullable String organizationId,
    Instant createdAt,
    Instant usedAt,
    Instant verifiedUntil) {
  /** A session that was not used for that long is over. */
  public static final Duration MAX_IDLE = Duration.ofHours(12);

  /** A session is over that long after its human signed in, however it was used. */
  public static final Duration MAX_AGE = Duration.ofDays(7);

  public boolean isLive(Instant now) {
    return now.isBefore(usedAt.plus(MAX_IDLE)) && now.isBefore(createdAt.plus(MAX_AGE));
  }

  public boolean isVerified(Instant now) {
    return now.isBefore(verifiedUntil);
  }

  /** The same, used then. */
  public Session withUse(Instant then) {
    return new Session(
        cookieHash, signInId, userId, organizationId, createdAt, then, verifiedUntil);
  }

  /** The same, verified until then. */
  public Session verified(Instant until) {
    return new Session(cookieHash, signInId, userId, organizationId, createdAt, usedAt, until);
  }

  /** The same, acting in that organization. */
  public Session in(@Nullable String organization) {
    return new Session(
        cookieHash, signInId, userId, organization, createdAt, usedAt, verifiedUntil);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "Session[" + userId + "]";
  }
}
