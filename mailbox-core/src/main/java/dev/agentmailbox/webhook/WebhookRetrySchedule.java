package dev.agentmailbox.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Retry schedule of failed deliveries (specification, Channel 2, rule 8). Jitter is only added,
 * never subtracted, so that deliveries that failed together are not retried together. Thread safe
 * if its source of randomness is.
 */
public final class WebhookRetrySchedule {
  // spec Webhooks.8
  /** Upper bound on an endpoint's Retry-After. */
  public static final Duration MAX_RETRY_AFTER = Duration.ofHours(12);

  // spec Webhooks.9, WebhookState.2
  /** An endpoint that has failed for this long is disabled. */
  public static final Duration MAX_FAILING = Duration.ofDays(5);

  // spec Webhooks.8
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12));
  private static final double JITTER = 0.1;
  private static final double MAX_JITTER_MILLIS = 60_000;

  private final DoubleSupplier random;

  /**
   * Creates a schedule.
   *
   * @param random uniformly distributed from 0 to 1, for jitter
   */
  public WebhookRetrySchedule(DoubleSupplier random) {
    this.random = random;
  }

  /**
   * The delay after a failed attempt; empty after the last.
   *
   * @param attempt the attempt that failed, from 1
   * @param retryAfter the endpoint's Retry-After; null when absent
   */
  public Optional<Duration> after(int attempt, @Nullable Duration retryAfter) {
    if (attempt > DELAYS.size()) {
      return Optional.empty();
    }
    Duration delay = DELAYS.get(attempt - 1);
    double maxJitter = Math.min(delay.toMillis() * JITTER, MAX_JITTER_MILLIS);
    Duration wait = delay.plusMillis((long) (maxJitter * random.getAsDouble()));
    Duration asked = bounded(retryAfter);
    return Optional.of(asked.compareTo(wait) > 0 ? asked : wait);
  }

  /** A Retry-After limited to {@link #MAX_RETRY_AFTER}. */
  public static Duration bounded(@Nullable Duration retryAfter) {
    if (retryAfter == null || retryAfter.isNegative()) {
      return Duration.ZERO;
    }
    return retryAfter.compareTo(MAX_RETRY_AFTER) > 0 ? MAX_RETRY_AFTER : retryAfter;
  }
}
