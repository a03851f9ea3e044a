package dev.agentmailbox.service.maintenance;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Lets a task run less often than the others. Thread safe. */
final class TaskInterval {
  private final Duration period;
  private @Nullable Instant next;

  TaskInterval(Duration period) {
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
