package dev.agentmailbox.service.request;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An exact sliding-window limit.
 *
 * @param maxEvents events allowed within any window
 * @param window length of the window
 */
public record SlidingWindow(int maxEvents, Duration window) {
  /** Time until another event is allowed; zero when it is now. */
  Duration wait(List<Instant> moments, Instant now) {
    if (moments.size() < maxEvents) {
      return Duration.ZERO;
    }
    Instant free = moments.get(moments.size() - maxEvents).plus(window);
    return now.isBefore(free) ? Duration.between(now, free) : Duration.ZERO;
  }

  /**
   * Remaining lockout, which starts when the limit is reached and lasts one window; zero for none.
   * Nothing is counted during a lockout.
   */
  Duration locked(List<Instant> moments, Instant now) {
    if (moments.size() < maxEvents) {
      return Duration.ZERO;
    }
    Instant last = moments.get(moments.size() - 1);
    boolean reached = moments.get(moments.size() - maxEvents).plus(window).isAfter(last);
    Instant end = last.plus(window);
    return reached && now.isBefore(end) ? Duration.between(now, end) : Duration.ZERO;
  }
}
