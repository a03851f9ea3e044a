package dev.agentmailbox.access;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A browser session of a human, as stored: only the hash of the cookie.
 *
 * @param cookieHash SHA-256 of the cookie's value, 64 lower-case hexadecimal characters; unique
 * @param signInId shared by all sessions that derive from one sign-in by step-up
 * @param userId {@code usr_…}
 * @param organizationId the current organization; null for none
 * @param createdAt when the human signed in
 * @param verifiedUntil end of the step-up period
 */
public record Session(
    String cookieHash,
    String signInId,
    String userId,
    @Nullable String organizationId,
    Instant createdAt,
    Instant usedAt,
    Instant verifiedUntil) {
  // spec Decisions.13
  /** Idle time-out. */
  public static final Duration MAX_IDLE = Duration.ofHours(12);

  // spec Decisions.13
  /** Absolute lifetime after sign-in. */
  public static final Duration MAX_AGE = Duration.ofDays(7);

  public boolean isLive(Instant now) {
    return now.isBefore(usedAt.plus(MAX_IDLE)) && now.isBefore(createdAt.plus(MAX_AGE));
  }

  public boolean isVerified(Instant now) {
    return now.isBefore(verifiedUntil);
  }

  public Session withUse(Instant then) {
    return new Session(
        cookieHash, signInId, userId, organizationId, createdAt, then, verifiedUntil);
  }

  /** With the step-up period extended. */
  public Session verified(Instant until) {
    return new Session(cookieHash, signInId, userId, organizationId, createdAt, usedAt, until);
  }

  /** Switched to another organization. */
  public Session in(@Nullable String organization) {
    return new Session(
        cookieHash, signInId, userId, organization, createdAt, usedAt, verifiedUntil);
  }

  /** Omits the hash. */
  @Override
  public String toString() {
    return "Session[" + userId + "]";
  }
}
