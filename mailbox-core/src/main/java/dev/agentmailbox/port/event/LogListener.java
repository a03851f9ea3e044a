package dev.agentmailbox.port.event;

/** Notified when new events become readable. */
@FunctionalInterface
public interface LogListener {
  /**
   * Called after events of this organization became visible, on the committing thread: must not
   * block, throw or call the store. Several events may be coalesced into one call, one event may
   * cause several, and events committed by other processes may not be reported.
   */
  void grew(String organizationId);
}
