package dev.agentmailbox.port;

import java.time.Instant;
import java.util.List;

/**
 * When something that is limited happened, by the name of who is limited. Limits that look back
 * over a window read it, decide, and write it in one transaction.
 */
public interface RateLimitStore {
  /**
   * The moments noted under a name, oldest first; empty when there are none or they expired.
   * Another transaction that locks the same name waits until this one ends. Names are locked in
   * alphabetical order.
   */
  List<Instant> lock(String name, Instant now);

  /**
   * Puts these moments in place of the former ones. The name is locked.
   *
   * @param moments oldest first, as many as the limit counts to
   * @param expiresAt when nobody needs them any more
   */
  void put(String name, List<Instant> moments, Instant expiresAt);

  /** Removes expired names, at most {@code limit}; returns how many. */
  int removeExpired(Instant now, int limit);
}
