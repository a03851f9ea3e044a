package dev.agentmailbox.account;

import dev.agentmailbox.access.CodeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator's invite for one person, as stored: only the keyed hash of the code.
 *
 * @param id {@code inv_…}
 * @param email the only address the code is valid for, lower case
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
  /** Whether it can be used, or why not. */
  public CodeStatus status(Instant now) {
    return CodeStatus.of(usedAt, revokedAt, expiresAt, now);
  }

  public Invite used(Instant time) {
    return new Invite(id, email, hash, createdBy, createdAt, expiresAt, time, revokedAt);
  }

  public Invite revoked(Instant time) {
    return new Invite(id, email, hash, createdBy, createdAt, expiresAt, usedAt, time);
  }

  /** Omits the address. */
  @Override
  public String toString() {
    return "Invite[" + id + "]";
  }
}
