package dev.agentmailbox.port;

import java.time.Instant;

/** Keys of what an organization has already processed, for deduplication. */
public interface ReceiptStore {
  /**
   * Records a key of an organization.
   *
   * @param key of any length; for a received message, its inbox and a hash of envelope sender,
   *     Message-ID and bytes
   * @return false when the key was recorded before and has not expired: a duplicate. Of concurrent
   *     calls exactly one returns true.
   */
  boolean note(String organizationId, String key, Instant now, Instant expiresAt);

  /** Removes expired keys, at most {@code limit}; returns the number removed. */
  int removeExpired(Instant now, int limit);
}
