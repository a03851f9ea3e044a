package dev.agentmailbox.http.limit;

import java.util.concurrent.ConcurrentHashMap;

/**
 * A counting semaphore per holder. Holders without permits are forgotten. Thread safe.
 *
 * @param <K> the holder; needs {@code equals} and {@code hashCode}
 */
public final class Places<K> {
  private final int most;
  private final ConcurrentHashMap<K, Integer> taken = new ConcurrentHashMap<>();

  /**
   * Creates the permits.
   *
   * @param most permits per holder, at least 1
   */
  public Places(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("at least one permit is required");
    }
    this.most = most;
  }

  /** Acquires a permit; false when the holder has no more. */
  public boolean take(K holder) {
    int before = taken.getOrDefault(holder, 0);
    while (before < most) {
      boolean done =
          before == 0
              ? taken.putIfAbsent(holder, 1) == null
              : taken.replace(holder, before, before + 1);
      if (done) {
        return true;
      }
      before = taken.getOrDefault(holder, 0);
    }
    return false;
  }

  /** Releases a permit. */
  public void free(K holder) {
    taken.computeIfPresent(holder, (same, count) -> count > 1 ? count - 1 : null);
  }

  /** Permits that the holder has now. */
  public int of(K holder) {
    return taken.getOrDefault(holder, 0);
  }
}
