package dev.agentmailbox.service.work;

import java.time.Duration;

/** A periodic job. Safe to run concurrently in several processes: each item is processed once. */
public interface MaintenanceTask {
  /** Name for logs, for example {@code approval expiry}. */
  String name();

  /** Delay from the end of one run to the next. */
  default Duration period() {
    return Duration.ofSeconds(10);
  }

  /**
   * Processes what is due, in bounded steps.
   *
   * @return number of items processed
   */
  int run();
}
