package dev.agentmailbox.server.delivery;

import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The deadline of one message. When it expires the connection is closed, which unblocks all I/O on
 * it: socket timeouts do not cover writes. It closes the TCP socket, because closing TLS could
 * block behind a writer. Thread safe.
 */
final class Attempt implements AutoCloseable {
  private final Set<Socket> sockets = new HashSet<>();
  private @Nullable Future<?> alarm;
  private boolean over;

  private Attempt() {}

  /**
   * Starts the deadline.
   *
   * @throws HopFailure when the transport was closed
   */
  static Attempt begin(ScheduledExecutorService scheduler, Duration limit) throws HopFailure {
    Attempt attempt = new Attempt();
    try {
      attempt.alarm = scheduler.schedule(attempt::end, limit.toMillis(), TimeUnit.MILLISECONDS);
      return attempt;
    } catch (RejectedExecutionException e) {
      throw HopFailure.temporary("the transport is closed");
    }
  }

  /** Registers the socket to close at the deadline. */
  synchronized void watch(Socket socket) {
    sockets.add(socket);
    if (over) {
      SmtpConnection.closeQuietly(socket);
    }
  }

  private synchronized void end() {
    over = true;
    sockets.forEach(SmtpConnection::closeQuietly);
  }

  /** Cancels the deadline; sockets stay open. */
  @Override
  public void close() {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }
}
