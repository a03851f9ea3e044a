package dev.agentmailbox.server.delivery;

import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of one message. When it is over its connection is closed, which ends every wait on
 * it: a socket's own time-out does not limit writing. What is closed is the TCP connection, because
 * closing TLS would itself wait for a writer. Thread safe.
 */
final class Attempt implements AutoCloseable {
  private final Future<?> alarm;
  private final Set<Socket> sockets = new HashSet<>();
  private boolean over;

  Attempt(ScheduledExecutorService scheduler, Duration limit) {
    alarm = scheduler.schedule(this::end, limit.toMillis(), TimeUnit.MILLISECONDS);
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
    alarm.cancel(false);
  }
}
