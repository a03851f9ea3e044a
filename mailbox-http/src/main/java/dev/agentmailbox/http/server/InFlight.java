package dev.agentmailbox.http.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts running requests, so that a stop can drain them. Thread safe. */
final class InFlight {
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean closed;

  /** Registers a request; false while draining. */
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

  /** Stops registering and waits for running requests, at most that long. */
  void closeAndWait(Duration patience) {
    closed = true;
    long deadline = System.nanoTime() + patience.toNanos();
    while (running.get() > 0 && System.nanoTime() < deadline && !Thread.interrupted()) {
      LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
    }
  }
}
