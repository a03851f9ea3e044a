package dev.agentmailbox.server.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent messages per destination without blocking: excess messages get a retry time,
 * spread out to avoid bursts. Thread safe.
 */
final class Slots {
  /** Interval between two retry times. */
  private static final Duration SPREAD = Duration.ofMillis(100);

  static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
  static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** Maximum destinations with assigned retry times; the oldest are dropped. */
  private static final int PLACES = 1_000;

  private final int each;
  private final LongSupplier nanos;
  private final Map<String, Integer> taken = new HashMap<>();
  private final Map<String, Long> lastReturns = new HashMap<>();

  /**
   * @param each slots per destination
   * @param nanos as {@link System#nanoTime}
   */
  Slots(int each, LongSupplier nanos) {
    this.each = each;
    this.nanos = nanos;
  }

  /** Acquires a slot; null when there is none. */
  synchronized @Nullable Slot tryTake(String place) {
    int before = taken.getOrDefault(place, 0);
    if (before >= each) {
      return null;
    }
    taken.put(place, before + 1);
    return () -> free(place);
  }

  private synchronized void free(String place) {
    taken.computeIfPresent(place, (none, count) -> count > 1 ? count - 1 : null);
  }

  /** The retry time after a failed acquisition. */
  synchronized Duration retryAfter(String place) {
    long now = nanos.getAsLong();
    if (lastReturns.size() >= PLACES) {
      lastReturns.values().removeIf(last -> last - now < 0);
    }
    long soonest = now + SHORTEST_WAIT.toNanos();
    long latest = now + LONGEST_WAIT.toNanos();
    Long last = lastReturns.get(place);
    long next = last == null || last - now < 0 ? soonest : last + SPREAD.toNanos();
    next = next - soonest < 0 ? soonest : next - latest > 0 ? latest : next;
    if (last != null || lastReturns.size() < PLACES) {
      lastReturns.put(place, next);
    }
    return Duration.ofNanos(next - now);
  }

  /** An acquired slot. */
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }
}
