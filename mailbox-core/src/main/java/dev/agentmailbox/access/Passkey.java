package dev.agentmailbox.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A credential with which a human signs in (Web Authentication Level 3); its private key is with
 * the human.
 *
 * @param id {@code pky_…}
 * @param userId {@code usr_…}
 * @param credentialId as the authenticator named it, in base64url; unique
 * @param name for people
 * @param publicData the public key and what belongs to it, as its verifier writes it
 * @param signCount the authenticator's counter when it was last used
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
  /** Says nothing of the key. */
  @Override
  public String toString() {
    return "Passkey[" + id + "]";
  }
}
