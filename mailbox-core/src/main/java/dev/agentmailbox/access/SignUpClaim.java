package dev.agentmailbox.access;

import java.time.Instant;

/**
 * An inbox that an agent made and that waits for its human, as stored: the claim code is not here,
 * only its keyed hash.
 *
 * @param keyId the restricted key of the agent
 * @param expiresAt when the inbox is deleted unless it was claimed
 */
public record SignUpClaim(
    String organizationId,
    String podId,
    String inboxId,
    String keyId,
    String hash,
    Instant expiresAt) {
  /** Says nothing of the hash. */
  @Override
  public String toString() {
    return "SignUpClaim[" + inboxId + "]";
  }
}
