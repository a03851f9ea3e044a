package dev.agentmailbox.port.event;

import java.util.Set;

/** Notified when new events become readable. */
@FunctionalInterface
public interface LogListener {
  /**
   * Called after events of this organization became visible, on the committing thread: must not
   * block, throw or call the store. Several events may be coalesced into one call, one event may
   * cause several, and events committed by other processes are reported for {@link #followed} only.
   */
  void grew(String organizationId);

  /** The organizations whose events of other processes it needs at once; may change any time. */
  default Set<String> followed() {
    return Set.of();
  }
}
