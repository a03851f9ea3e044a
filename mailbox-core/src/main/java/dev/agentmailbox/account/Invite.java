package dev.agentmailbox.account;

import dev.agentmailbox.access.CodeStatus;
import java.time.Instant;
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
  public CodeStatus status(Instant now) {
    return CodeStatus.of(usedAt, revokedAt, expiresAt, now);
  }

  /** Says nothing of the address. */
  @Override
  public String toString() {
    return "Invite[" + id + "]";
  }
}
