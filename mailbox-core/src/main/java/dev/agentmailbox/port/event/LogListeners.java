package dev.agentmailbox.port.event;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The registered listeners of a store. Thread safe. */
public final class LogListeners {
  private static final Logger LOG = LoggerFactory.getLogger(LogListeners.class);

  private final List<LogListener> listeners = new CopyOnWriteArrayList<>();

  public void add(LogListener listener) {
    listeners.add(listener);
  }

  /** The organizations that any of them follows. */
  public Set<String> followed() {
    return listeners.stream()
        .flatMap(listener -> listener.followed().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Called after a commit, which the failure of a listener must not make look undone. */
  public void wake(String organizationId) {
    for (LogListener listener : listeners) {
      try {
        listener.grew(organizationId);
      } catch (RuntimeException bug) {
        LOG.error("a listener of the event log failed", bug);
      }
    }
  }
}
