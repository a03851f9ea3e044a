package dev.agentmailbox.access;

import java.time.Instant;

/**
 * A pending WebAuthn challenge, as stored: only its hash.
 *
 * @param subject keyed identifier of what the challenge is for
 */
public record PasskeyChallenge(String hash, String subject, Instant expiresAt) {
  /** Omits the hash. */
  @Override
  public String toString() {
    return "PasskeyChallenge[…]";
  }
}
