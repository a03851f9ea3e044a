package dev.agentmailbox.port;

import java.time.Instant;
import java.util.Optional;

/** Small values of the whole service, and what was received already. */
public interface SettingStore {
  /** Present while an operator has paused sending platform-wide. */
  String SENDING_PAUSED = "sending_paused";

  Optional<String> get(String name);

  void put(String name, String value);

  void remove(String name);

  /**
   * Notes a received message by its hash.
   *
   * @param key inbox and hash of envelope sender, Message-ID and bytes
   * @return false when it was noted before and has not expired: a repeated delivery
   */
  boolean noteReceipt(String key, Instant now, Instant expiresAt);

  /** Removes expired receipts, at most {@code limit}; returns how many. */
  int removeExpiredReceipts(Instant now, int limit);
}
