package dev.agentmailbox.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket for each caller: a number of requests a minute, all of which may come at once.
 *
 * <p>A bucket is one number, the moment at which it will be full again (the generic cell rate
 * algorithm), changed by compare-and-set. Buckets that would be full are forgotten. When there are
 * more callers than buckets, the least recently seen start with a full one.
 *
 * <p>Thread safe.
 *
 * @param <K> who is counted; needs {@code equals} and {@code hashCode}
 */
public final class RateLimit<K> {
  private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_BUCKETS = 100_000;

  private final int perMinute;
  private final Clock clock;
  private final Cache<K, AtomicLong> buckets;

  /**
   * A limit.
   *
   * @param perMinute requests a minute; 0 for no limit
   */
  public RateLimit(int perMinute, Clock clock) {
    if (perMinute < 0) {
      throw new IllegalArgumentException("a rate is not negative");
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

  /** Requests a minute. */
  public int perMinute() {
    return perMinute;
  }

  /** Takes one request out of the caller's bucket, when there is one left. */
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

  /** What {@link #take} would decide now; takes nothing. */
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
   * @param remaining requests that may follow at once
   * @param resetSeconds until the bucket is full, if nothing is taken
   * @param retryAfterSeconds at least 1 when refused, else 0
   */
  public record Decision(
      boolean allowed, long remaining, long resetSeconds, long retryAfterSeconds) {
    static final Decision UNLIMITED = new Decision(true, Long.MAX_VALUE, 0, 0);
  }
}
