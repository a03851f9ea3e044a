package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A code with which an agent signs up once, as stored: the code is not here, only its keyed hash.
 *
 * @param id {@code cod_…}
 * @param podId where the agent's inbox is made
 * @param firstGroup the first of the code's two groups, for people to tell codes apart
 * @param createdBy {@code usr_…}
 * @param note a human's own words
 */
public record DirectedCode(
    String id,
    String organizationId,
    String podId,
    String hash,
    String firstGroup,
    String createdBy,
    @Nullable String note,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant usedAt,
    @Nullable Instant revokedAt) {
  /** What can still be done with it. */
  public CodeStatus status(Instant now) {
    return CodeStatus.of(usedAt, revokedAt, expiresAt, now);
  }

  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "DirectedCode[" + id + "]";
  }
}
