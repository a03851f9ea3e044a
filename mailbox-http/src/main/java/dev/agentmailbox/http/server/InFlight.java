package dev.agentmailbox.http.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts the requests being answered, so that a stop can wait for them. Thread safe. */
final class InFlight {
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean closed;

  /** Counts a request in; false when no more are taken. */
  boolean enter() {
    running.incrementAndGet();
    if (closed) {
      running.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave() {
    running.decrementAndGet();
  }

  boolean isClosed() {
    return closed;
  }

  /** Takes no more and waits until all have left, at most that long. */
  void closeAndWait(Duration patience) {
    closed = true;
    long deadline = System.nanoTime() + patience.toNanos();
    while (running.get() > 0 && System.nanoTime() < deadline && !Thread.interrupted()) {
      LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
    }
  }
}
