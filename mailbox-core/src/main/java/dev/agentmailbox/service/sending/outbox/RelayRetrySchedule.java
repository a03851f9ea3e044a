package dev.agentmailbox.service.sending.outbox;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Retry schedule after temporary failures: 1, 5, 15, 30 minutes, 1, 2 hours, then every 4 hours up
 * to two days.
 */
final class RelayRetrySchedule {
  static final Duration LONGEST = Duration.ofDays(2);
  private static final List<Duration> FIRST =
      List.of(
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2));
  private static final Duration THEN = Duration.ofHours(4);

  /**
   * Fraction of the delay added as jitter, so that sends that failed together are not retried
   * together.
   */
  private static final double JITTER = 0.1;

  private final RandomGenerator random;

  RelayRetrySchedule(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The delay after an attempt.
   *
   * @param attempts attempts made, at least 1
   * @return empty after the last attempt
   */
  Optional<Duration> after(int attempts) {
    if (total(attempts).compareTo(LONGEST) > 0) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    return Optional.of(Duration.ofMillis((long) (delay(attempts).toMillis() * factor)));
  }

  private static Duration total(int attempts) {
    Duration total = Duration.ZERO;
    for (int i = 1; i <= attempts; i++) {
      total = total.plus(delay(i));
    }
    return total;
  }

  private static Duration delay(int attempt) {
    return attempt <= FIRST.size() ? FIRST.get(attempt - 1) : THEN;
  }
}
