package dev.agentmailbox.port;

import java.time.Instant;
import java.util.List;

/**
 * Timestamps of rate-limited actions, by limit name, for sliding-window limits. A limit reads,
 * decides and writes in one transaction.
 */
public interface RateLimitStore {
  /**
   * Locks a name until the transaction ends and returns its timestamps, oldest first; empty when
   * there are none or they have expired. To avoid deadlocks, callers lock several names in
   * alphabetical order.
   */
  List<Instant> lock(String name, Instant now);

  /**
   * Replaces the timestamps of a name that this transaction has locked.
   *
   * @param moments oldest first, at most as many as the limit allows
   * @param expiresAt end of the window of the newest timestamp
   */
  void put(String name, List<Instant> moments, Instant expiresAt);

  /** Removes expired names, at most {@code limit}; returns the number removed. */
  int removeExpired(Instant now, int limit);
}
