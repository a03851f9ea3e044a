package dev.agentmailbox.server.delivery;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Backs off from failed hosts, with increasing pauses, so that one message detects that a server is
 * down instead of each in the queue. Thread safe.
 */
final class HostPauses {
  /** Shorter than the first retry of the outbox, which comes after a minute. */
  static final Duration FIRST = Duration.ofSeconds(45);

  static final Duration LONGEST = Duration.ofMinutes(15);

  /** The pause grows only when a failure follows this soon after the previous pause. */
  private static final Duration REMEMBERED = Duration.ofMinutes(15);

  private static final int PLACES = 10_000;

  private final LongSupplier nanos;
  private final Cache<String, Pause> pauses;

  private record Pause(long until, Duration length) {}

  /**
   * @param nanos as {@link System#nanoTime}
   */
  HostPauses(LongSupplier nanos) {
    this.nanos = nanos;
    this.pauses =
        Caffeine.newBuilder()
            .maximumSize(PLACES)
            .expireAfterWrite(LONGEST.plus(REMEMBERED))
            .ticker(nanos::getAsLong)
            .build();
  }

  /** The remaining pause; zero when there is none. */
  Duration left(String place) {
    Pause pause = pauses.getIfPresent(place);
    long left = pause == null ? 0 : pause.until - nanos.getAsLong();
    return left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  /** Records a failure: starts a pause unless one is running. */
  void failed(String place) {
    long now = nanos.getAsLong();
    pauses.asMap().compute(place, (same, before) -> next(before, now));
  }

  private static Pause next(@Nullable Pause before, long now) {
    if (before != null && before.until - now > 0) {
      return before;
    }
    Duration length =
        before == null || now - before.until > REMEMBERED.toNanos()
            ? FIRST
            : before.length.multipliedBy(2);
    length = length.compareTo(LONGEST) > 0 ? LONGEST : length;
    return new Pause(now + length.toNanos(), length);
  }

  /** Records a success. */
  void worked(String place) {
    pauses.invalidate(place);
  }
}
