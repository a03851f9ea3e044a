package dev.agentmailbox.http.limit;

import java.util.concurrent.ConcurrentHashMap;

/**
 * How many of something each holder may have at once. Who holds nothing is forgotten. Thread safe.
 *
 * @param <K> who is counted; needs {@code equals} and {@code hashCode}
 */
public final class Places<K> {
  private final int most;
  private final ConcurrentHashMap<K, Integer> taken = new ConcurrentHashMap<>();

  /**
   * Places for every holder.
   *
   * @param most at once for each holder, at least 1
   */
  public Places(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("at least one place");
    }
    this.most = most;
  }

  /** Takes one more place; false when the holder has as many as it may. */
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

  /** Gives a place back that was taken. */
  public void free(K holder) {
    taken.computeIfPresent(holder, (same, count) -> count > 1 ? count - 1 : null);
  }

  /** Places that the holder has now. */
  public int of(K holder) {
    return taken.getOrDefault(holder, 0);
  }
}
