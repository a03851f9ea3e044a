package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A WebAuthn credential of a human (Web Authentication Level 3).
 *
 * @param id {@code pky_…}
 * @param userId {@code usr_…}
 * @param credentialId assigned by the authenticator, in base64url; unique
 * @param name display name
 * @param publicData public key and related data, in the verifier's encoding
 * @param signCount the authenticator's signature counter at the last use
 */
public record Passkey(
    String id,
    String userId,
    String credentialId,
    String name,
    String publicData,
    long signCount,
    Instant createdAt,
    @Nullable Instant usedAt) {
  /** After a use. */
  public Passkey used(long count, Instant time) {
    return new Passkey(id, userId, credentialId, name, publicData, count, createdAt, time);
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return "Passkey[" + id + "]";
  }
}
