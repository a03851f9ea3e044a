package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Status of a single-use, expiring code. */
public enum CodeStatus {
  ACTIVE,
  USED,
  EXPIRED,
  REVOKED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Derives the status; use takes precedence over revocation, and both over expiry. */
  public static CodeStatus of(
      @Nullable Instant usedAt, @Nullable Instant revokedAt, Instant expiresAt, Instant now) {
    if (usedAt != null) {
      return USED;
    }
    if (revokedAt != null) {
      return REVOKED;
    }
    return now.isBefore(expiresAt) ? ACTIVE : EXPIRED;
  }
}
