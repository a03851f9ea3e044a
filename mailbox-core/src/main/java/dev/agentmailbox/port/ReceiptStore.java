package dev.agentmailbox.port;

import java.time.Instant;

/** What was received or done already, by a key, so that a repetition is recognised. */
public interface ReceiptStore {
  /**
   * Notes something.
   *
   * @param key of any length; of a received message inbox and hash of envelope sender, Message-ID
   *     and bytes
   * @return false when it was noted before and has not expired: a repetition
   */
  boolean note(String key, Instant now, Instant expiresAt);

  /** Removes what has expired, at most {@code limit}; returns how many. */
  int removeExpired(Instant now, int limit);
}
