package dev.agentmailbox.service.maintenance;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Runs a task less often than the scheduler's period. Thread safe. */
final class TaskInterval {
  private final Duration period;
  private @Nullable Instant next;

  TaskInterval(Duration period) {
    this.period = period;
  }

  /** Whether the interval has elapsed; if so, starts a new one. */
  synchronized boolean isTime(Instant now) {
    if (next != null && now.isBefore(next)) {
      return false;
    }
    next = now.plus(period);
    return true;
  }

  /** Makes the next call of {@link #isTime} return true, because there is more to do. */
  synchronized void again() {
    next = null;
  }
}
