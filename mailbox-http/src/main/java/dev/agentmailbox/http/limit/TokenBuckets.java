package dev.agentmailbox.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket per caller: a number of requests a minute, also as a burst.
 *
 * <p>A bucket is one number, the time at which it will be full again (the generic cell rate
 * algorithm), updated by compare-and-set. Full buckets are dropped. When there are more callers
 * than buckets, the least recently used ones are evicted and start full.
 *
 * <p>Thread safe.
 *
 * @param <K> the caller; needs {@code equals} and {@code hashCode}
 */
public final class TokenBuckets<K> {
  private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_BUCKETS = 100_000;

  private final int perMinute;
  private final Clock clock;
  private final Cache<K, AtomicLong> buckets;

  /**
   * Creates a limit.
   *
   * @param perMinute requests a minute; 0 for no limit
   */
  public TokenBuckets(int perMinute, Clock clock) {
    if (perMinute < 0) {
      throw new IllegalArgumentException("the rate must not be negative");
    }
    this.perMinute = perMinute;
    this.clock = clock;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(MAX_BUCKETS)
            .expireAfterAccess(2, TimeUnit.MINUTES)
            .build();
  }

  /** Whether there is a limit at all. */
  public boolean isOn() {
    return perMinute > 0;
  }

  /** Takes one token from the caller's bucket, if there is one. */
  public Decision take(K caller) {
    if (perMinute == 0) {
      return Decision.UNLIMITED;
    }
    long now = now();
    AtomicLong fullAt = buckets.get(caller, key -> new AtomicLong(now));
    while (true) {
      long old = fullAt.get();
      Decision decision = decide(old, now);
      if (!decision.allowed() || fullAt.compareAndSet(old, Math.max(old, now) + interval())) {
        return decision;
      }
    }
  }

  /** The decision {@link #take} would make now, without taking a token. */
  public Decision ask(K caller) {
    AtomicLong fullAt = perMinute == 0 ? null : buckets.getIfPresent(caller);
    return fullAt == null ? Decision.UNLIMITED : decide(fullAt.get(), now());
  }

  private long now() {
    return TimeUnit.MILLISECONDS.toNanos(clock.millis());
  }

  private long interval() {
    return WINDOW_NANOS / perMinute;
  }

  private Decision decide(long fullAt, long now) {
    long behind = Math.max(fullAt, now) + interval() - now;
    return behind > WINDOW_NANOS
        ? new Decision(false, 0, seconds(fullAt - now), seconds(behind - WINDOW_NANOS))
        : new Decision(true, (WINDOW_NANOS - behind) / interval(), seconds(behind), 0);
  }

  private static long seconds(long nanos) {
    long second = TimeUnit.SECONDS.toNanos(1);
    return Math.max(1, (nanos + second - 1) / second);
  }

  /**
   * The decision on one request.
   *
   * @param remaining requests left
   * @param resetSeconds seconds until the bucket is full, if nothing is taken
   * @param retryAfterSeconds seconds, at least 1 when refused, else 0
   */
  public record Decision(
      boolean allowed, long remaining, long resetSeconds, long retryAfterSeconds) {
    static final Decision UNLIMITED = new Decision(true, Long.MAX_VALUE, 0, 0);
  }
}
