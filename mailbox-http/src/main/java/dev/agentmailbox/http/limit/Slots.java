package dev.agentmailbox.http.limit;

import java.util.concurrent.ConcurrentHashMap;

/**
 * A number of slots for each holder. Holders without slots are forgotten. Thread safe.
 *
 * @param <K> the holder; needs {@code equals} and {@code hashCode}
 */
public final class Slots<K> {
  private final int limit;
  private final ConcurrentHashMap<K, Integer> used = new ConcurrentHashMap<>();

  /**
   * Creates the slots.
   *
   * @param limit slots per holder, at least 1
   */
  public Slots(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("at least one slot is required");
    }
    this.limit = limit;
  }

  /** Acquires a slot; false when the holder has no more. */
  public boolean take(K holder) {
    int before = used.getOrDefault(holder, 0);
    while (before < limit) {
      boolean done =
          before == 0
              ? used.putIfAbsent(holder, 1) == null
              : used.replace(holder, before, before + 1);
      if (done) {
        return true;
      }
      before = used.getOrDefault(holder, 0);
    }
    return false;
  }

  /** Releases a slot. */
  public void free(K holder) {
    used.computeIfPresent(holder, (same, count) -> count > 1 ? count - 1 : null);
  }

  /** Slots that the holder has now. */
  public int of(K holder) {
    return used.getOrDefault(holder, 0);
  }
}
