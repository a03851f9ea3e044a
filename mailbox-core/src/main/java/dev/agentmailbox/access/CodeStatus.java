package dev.agentmailbox.access;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can still be done with a code that works once and for a while. */
public enum CodeStatus {
  ACTIVE,
  USED,
  EXPIRED,
  REVOKED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of a code with this history; use counts before revocation, and both before expiry. */
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
