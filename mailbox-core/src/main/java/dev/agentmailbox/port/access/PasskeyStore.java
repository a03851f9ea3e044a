package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Passkey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Passkeys of humans, and pending WebAuthn challenges. */
public interface PasskeyStore {
  /** Returns false when the credential is already registered, by any human. */
  boolean insert(Passkey passkey);

  Optional<Passkey> findByCredential(String credentialId);

  /** All passkeys of a human, oldest first. */
  List<Passkey> ofHuman(String userId);

  /** Records a use and the authenticator's signature counter. */
  void used(String userId, String passkeyId, long signCount, Instant usedAt);

  /** Returns false when the human has no such passkey. */
  boolean remove(String userId, String passkeyId);

  /**
   * Stores a challenge.
   *
   * @param hash hash of 256 random bits
   * @param subject what the challenge is for
   */
  void putChallenge(String hash, String subject, Instant expiresAt);

  /**
   * Consumes a challenge.
   *
   * @return false when it is unknown, consumed, expired at {@code now} or for another subject
   */
  boolean takeChallenge(String hash, String subject, Instant now);

  /** Removes expired challenges, at most {@code limit}; returns the number removed. */
  int removeExpiredChallenges(Instant now, int limit);
}
