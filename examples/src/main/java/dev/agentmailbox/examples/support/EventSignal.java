package dev.agentmailbox.examples.support;

import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Signals that there are events. What they are is read by cursor, so that none is missed while the
 * connection is down: a lost connection only means waiting longer. Thread safe.
 */
final class EventSignal implements AutoCloseable {
  private final MailboxApi api;
  private final Semaphore signals = new Semaphore(0);
  private @Nullable WebSocket socket;

  EventSignal(MailboxApi api) {
    this.api = api;
  }

  /** Returns when there are events since the last call, at the latest after that time. */
  void await(Duration timeout) throws InterruptedException {
    connect();
    var unused = signals.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
    signals.drainPermits();
  }

  private synchronized void connect() {
    if (socket != null) {
      return;
    }
    try {
      socket = api.live(new Listener());
      // Events from before the connection.
      signals.release();
    } catch (CompletionException down) {
      // The next call tries again.
    }
  }

  private synchronized void lost() {
    socket = null;
  }

  @Override
  public synchronized void close() {
    if (socket != null) {
      socket.abort();
    }
  }

  private final class Listener implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      signals.release();
      from.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      lost();
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
      lost();
    }
  }
}
