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
 * The time limit of one message. When it is over its connection is closed, which ends every wait on
 * it: a socket's own time-out does not limit writing. What is closed is the TCP connection, because
 * closing TLS would itself wait for a writer. Thread safe.
 */
final class Attempt implements AutoCloseable {
  private final Set<Socket> sockets = new HashSet<>();
  private @Nullable Future<?> alarm;
  private boolean over;

  private Attempt() {}

  /**
   * Starts the clock.
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

  /** From now on this socket is closed when the time is over. */
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

  /** The time limit is off; the sockets stay as they are. */
  @Override
  public void close() {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }
}
