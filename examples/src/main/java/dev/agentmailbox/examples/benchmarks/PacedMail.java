package dev.agentmailbox.examples.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Sends mail at a fixed rate over several SMTP sessions. The sender of message n is {@code s<n>@…},
 * which identifies its event. Thread safe.
 */
final class PacedMail {
  private static final int SESSIONS = 4;

  private final int port;
  private final AtomicLongArray acceptedAt;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Creates the sender.
   *
   * @param messages maximum number of messages
   */
  PacedMail(int port, int messages) {
    this.port = port;
    this.acceptedAt = new AtomicLongArray(messages);
  }

  /** When message n was accepted with 250, as {@link System#nanoTime}; 0 before. */
  long acceptedAt(int n) {
    return acceptedAt.get(n);
  }

  /** The number of the next message. */
  int sent() {
    return next.get();
  }

  /**
   * Sends messages; returns when the last one is accepted.
   *
   * @param perSecond 0 for unlimited
   * @param to the recipient of message n
   */
  void send(int count, int perSecond, IntFunction<String> to) throws InterruptedException {
    int end = next.get() + count;
    int first = next.get();
    long start = System.nanoTime();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      Thread thread = new Thread(() -> session(first, end, start, perSecond, to), "mail");
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    next.set(end);
  }

  private void session(int first, int end, long start, int perSecond, IntFunction<String> to) {
    try (SmtpSession session = new SmtpSession(port)) {
      for (int n = next.getAndIncrement(); n < end; n = next.getAndIncrement()) {
        if (perSecond > 0) {
          long due = start + (n - first) * 1_000_000_000L / perSecond;
          LockSupport.parkNanos(due - System.nanoTime());
        }
        session.deliver(n, to.apply(n), "A line of text.\r\n");
        acceptedAt.set(n, System.nanoTime());
      }
    } catch (IOException e) {
      throw new IllegalStateException("an SMTP session ended", e);
    }
  }
}
