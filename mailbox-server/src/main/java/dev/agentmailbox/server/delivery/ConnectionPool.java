package dev.agentmailbox.server.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool of idle connections, most recently used first. Thread safe. */
final class ConnectionPool implements AutoCloseable {
  /** Maximum messages per connection; some servers refuse more. */
  private static final int MESSAGES = 100;

  private final SmtpClientSettings settings;
  private final Deque<SmtpConnection> kept = new ArrayDeque<>();
  private boolean closed;

  ConnectionPool(SmtpClientSettings settings) {
    this.settings = settings;
  }

  /** An idle connection that seems alive, or null. */
  @Nullable SmtpConnection take() {
    while (true) {
      SmtpConnection connection = pop();
      if (connection == null) {
        return null;
      }
      if (connection.isQuiet() && connection.idle().compareTo(settings.keptIdle()) < 0) {
        return connection;
      }
      connection.cut();
    }
  }

  private synchronized @Nullable SmtpConnection pop() {
    return kept.pollFirst();
  }

  /** Returns a connection that is ready for another message. */
  void giveBack(SmtpConnection connection) {
    connection.used();
    if (!keep(connection)) {
      connection.quit();
    }
  }

  private synchronized boolean keep(SmtpConnection connection) {
    if (closed || connection.messages() >= MESSAGES || kept.size() >= settings.keptConnections()) {
      return false;
    }
    kept.addFirst(connection);
    return true;
  }

  /** Closes connections idle for too long. */
  void sweep() {
    List<SmtpConnection> old = new ArrayList<>();
    synchronized (this) {
      kept.removeIf(
          connection ->
              connection.idle().compareTo(settings.keptIdle()) >= 0 && old.add(connection));
    }
    old.forEach(SmtpConnection::quit);
  }

  /** Closes the pool; connections returned later are closed at once. */
  synchronized boolean closeIfEmpty() {
    closed |= kept.isEmpty();
    return closed;
  }

  @Override
  public void close() {
    List<SmtpConnection> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(kept);
      kept.clear();
    }
    all.forEach(SmtpConnection::quit);
  }
}
