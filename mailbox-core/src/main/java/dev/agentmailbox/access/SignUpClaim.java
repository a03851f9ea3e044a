package dev.agentmailbox.access;

import java.time.Instant;

/**
 * An unclaimed inbox created by an agent's sign-up, as stored: only the keyed hash of the claim
 * code.
 *
 * @param keyId the agent's restricted key
 * @param expiresAt when the inbox is deleted if it is still unclaimed
 */
public record SignUpClaim(
    String organizationId,
    String podId,
    String inboxId,
    String keyId,
    String hash,
    Instant expiresAt) {
  /** Omits the hash. */
  @Override
  public String toString() {
    return "SignUpClaim[" + inboxId + "]";
  }
}
