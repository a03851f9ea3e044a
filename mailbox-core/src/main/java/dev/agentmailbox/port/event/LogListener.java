package dev.agentmailbox.port.event;

/** Hears that there are new events to read. */
@FunctionalInterface
public interface LogListener {
  /**
   * Events of this organization can be read that could not be read before. Called after the commit
   * on the writer's thread, so it only makes a note: it neither waits nor throws nor calls the
   * store. Calls may be one for many events, and events of other processes are not told.
   */
  void grew(String organizationId);
}
