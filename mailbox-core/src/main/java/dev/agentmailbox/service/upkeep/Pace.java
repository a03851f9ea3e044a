package dev.agentmailbox.service.upkeep;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Lets a chore run less often than the others. Thread safe. */
final class Pace {
  private final Duration period;
  private @Nullable Instant next;

  Pace(Duration period) {
    this.period = period;
  }

  /** Whether it is time again; if so, the next time is a period from now. */
  synchronized boolean isTime(Instant now) {
    if (next != null && now.isBefore(next)) {
      return false;
    }
    next = now.plus(period);
    return true;
  }

  /** There is more to do: the next question is answered with yes. */
  synchronized void again() {
    next = null;
  }
}
