package dev.agentmailbox.memory;

import dev.agentmailbox.port.event.LogListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The registered log listeners. Thread safe. */
final class LogListeners {
  private final List<LogListener> listeners = new CopyOnWriteArrayList<>();

  void add(LogListener listener) {
    listeners.add(listener);
  }

  void wake(String organizationId) {
    listeners.forEach(listener -> listener.grew(organizationId));
  }
}
