package dev.agentmailbox.service;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * At most so many within any window of that length: exact, it looks back from each moment.
 *
 * @param most how many
 * @param window within which
 */
public record SlidingWindow(int most, Duration window) {
  /** How long until one more is allowed; zero when it is allowed now. */
  Duration wait(List<Instant> moments, Instant now) {
    if (moments.size() < most) {
      return Duration.ZERO;
    }
    Instant free = moments.get(moments.size() - most).plus(window);
    return now.isBefore(free) ? Duration.between(now, free) : Duration.ZERO;
  }

  /**
   * How long a lock still holds that begins when the limit is reached and lasts as long as the
   * window; zero when there is none. Nothing is counted while it holds.
   */
  Duration locked(List<Instant> moments, Instant now) {
    if (moments.size() < most) {
      return Duration.ZERO;
    }
    Instant last = moments.get(moments.size() - 1);
    boolean reached = moments.get(moments.size() - most).plus(window).isAfter(last);
    Instant end = last.plus(window);
    return reached && now.isBefore(end) ? Duration.between(now, end) : Duration.ZERO;
  }
}
