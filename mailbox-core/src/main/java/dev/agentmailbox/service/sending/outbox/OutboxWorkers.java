package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.service.WorkSignal;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of the outbox: one that claims due sends, a fixed number of workers, and one that renews
 * leases. The claiming thread waits for a signal, the earliest known due time, or the sweep, which
 * finds sends left by other processes or before a restart.
 */
final class OutboxWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxWorkers.class);
  private static final int RENEWALS_PER_LEASE = 3;

  private final OutboxLimits limits;
  private final IntUnaryOperator work;
  private final Runnable renewal;
  private final ThreadFactory threads = new DaemonThreads("outbox");
  private final AtomicInteger busy = new AtomicInteger();
  private final WorkSignal signal;
  private boolean stopping;
  private @Nullable Thread looking;
  private @Nullable ExecutorService pool;
  private @Nullable ScheduledExecutorService renewing;

  /**
   * Creates the threads without starting them.
   *
   * @param work claims at most the given number of sends, calls {@link #submit} for each to hand
   *     over, and returns the number claimed
   */
  OutboxWorkers(OutboxLimits limits, Clock clock, IntUnaryOperator work, Runnable renewal) {
    this.limits = limits;
    this.signal = new WorkSignal(clock);
    this.work = work;
    this.renewal = renewal;
  }

  synchronized void start() {
    if (looking != null || stopping) {
      throw new IllegalStateException("the outbox was already started");
    }
    signal.wake();
    pool = Executors.newFixedThreadPool(limits.workers(), threads);
    renewing = new ScheduledThreads(1, threads);
    long period = limits.lease().toMillis() / RENEWALS_PER_LEASE;
    var unused = renewing.scheduleWithFixedDelay(renewal, period, period, TimeUnit.MILLISECONDS);
    looking = threads.newThread(this::look);
    looking.start();
  }

  synchronized boolean areStarted() {
    return looking != null;
  }

  void wake() {
    signal.wake();
  }

  void wakeAt(Instant time) {
    signal.wakeAt(time);
  }

  /** Runs one hand-over; a worker is always free because no more sends are claimed than that. */
  void submit(Runnable handOver) {
    ExecutorService workers;
    synchronized (this) {
      workers = pool;
    }
    if (workers == null) {
      throw new IllegalStateException("the outbox is not started");
    }
    int unused = busy.incrementAndGet();
    workers.execute(
        () -> {
          try {
            handOver.run();
          } finally {
            done();
          }
        });
  }

  void close() {
    Thread looker;
    ExecutorService workers;
    ScheduledExecutorService renewer;
    synchronized (this) {
      stopping = true;
      looker = looking;
      workers = pool;
      renewer = renewing;
    }
    signal.stop();
    if (looker == null || workers == null || renewer == null) {
      return;
    }
    long deadline = System.nanoTime() + limits.stop().toNanos();
    try {
      // Do not interrupt: an interrupt within H2 can close the database.
      looker.join(limits.stop().toMillis());
      workers.shutdown();
      if (!workers.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.warn("the outbox stops with hand-overs in progress");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    renewer.shutdown();
  }

  private void look() {
    while (signal.await(System.nanoTime() + limits.sweep().toNanos(), () -> free() > 0)) {
      try {
        if (work.applyAsInt(free()) > 0) {
          signal.wake();
        }
      } catch (RuntimeException failure) {
        LOG.error("the outbox could not claim due sends", failure);
      }
    }
  }

  private int free() {
    return limits.workers() - busy.get();
  }

  private void done() {
    int unused = busy.decrementAndGet();
    signal.recheck();
  }
}
