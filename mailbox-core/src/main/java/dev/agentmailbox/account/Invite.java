package dev.agentmailbox.account;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * That an operator lets one person in, as stored: the code is not here, only its keyed hash.
 *
 * @param id {@code inv_…}
 * @param email whom the code is bound to, lower case
 * @param createdBy {@code usr_…}
 */
public record Invite(
    String id,
    String email,
    String hash,
    String createdBy,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant usedAt,
    @Nullable Instant revokedAt) {
  /** What can still be done with it. */
  public enum Status {
    ACTIVE,
    USED,
    EXPIRED,
    REVOKED;

    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Status status(Instant now) {
    if (usedAt != null) {
      return Status.USED;
    }
    if (revokedAt != null) {
      return Status.REVOKED;
    }
    return now.isBefore(expiresAt) ? Status.ACTIVE : Status.EXPIRED;
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "Invite[" + id + "]";
  }
}
