package dev.agentmailbox.service;

/**
 * Something to look after now and then. Several processes over one store may do it at once; each
 * thing is done once all the same.
 */
public interface MaintenanceTask {
  /** For the log, for example {@code approval expiry}. */
  String name();

  /**
   * Does what is due now, in bounded steps.
   *
   * @return how many things were done
   */
  int run();
}
