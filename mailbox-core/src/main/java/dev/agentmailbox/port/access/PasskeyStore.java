package dev.agentmailbox.port.access;

import dev.agentmailbox.access.Passkey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Passkeys of humans, and the challenges they answer. */
public interface PasskeyStore {
  /** Returns false when the credential is registered already, by anybody. */
  boolean insert(Passkey passkey);

  Optional<Passkey> findByCredential(String credentialId);

  /** The passkeys of a person, the oldest first. */
  List<Passkey> ofHuman(String userId);

  /** Notes a use. */
  void used(String userId, String passkeyId, long signCount, Instant usedAt);

  /** Returns false when the person has no such passkey. */
  boolean remove(String userId, String passkeyId);

  /** Notes a challenge, by the hash of 256 random bits. */
  void putChallenge(String hash, String subject, Instant expiresAt);

  /**
   * Uses a challenge up.
   *
   * @return false when it is unknown, used, expired or for something else; of many at once exactly
   *     one gets true
   */
  boolean takeChallenge(String hash, String subject, Instant now);

  /** Removes expired challenges, at most {@code limit}; returns how many. */
  int removeExpiredChallenges(Instant now, int limit);
}
