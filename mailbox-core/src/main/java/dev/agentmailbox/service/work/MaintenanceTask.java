package dev.agentmailbox.service.work;

/** A periodic job. Safe to run concurrently in several processes: each item is processed once. */
public interface MaintenanceTask {
  /** Name for logs, for example {@code approval expiry}. */
  String name();

  /**
   * Processes what is due, in bounded steps.
   *
   * @return number of items processed
   */
  int run();
}
