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
 * The threads of the outbox: one that looks for due sends, a fixed number that hand over, one that
 * renews leases. The looking thread waits for a signal, for the earliest known due time, or for the
 * sweep, which finds what another process or an earlier life of this one left.
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
   * Makes the threads' work known; none is started yet.
   *
   * @param work takes at most so many sends, calls {@link #submit} for each that is to be handed
   *     over, and answers how many it took
   */
  OutboxWorkers(OutboxLimits limits, Clock clock, IntUnaryOperator work, Runnable renewal) {
    this.limits = limits;
    this.signal = new WorkSignal(clock);
    this.work = work;
    this.renewal = renewal;
  }

  synchronized void start() {
    if (looking != null || stopping) {
      throw new IllegalStateException("an outbox is started once");
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

  /** Runs one hand-over; there is always a free worker, because no more sends are taken. */
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
      // Nothing is interrupted: an interrupt inside a database can close it.
      looker.join(limits.stop().toMillis());
      workers.shutdown();
      if (!workers.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.warn("the outbox stops while mail is being handed over");
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
        LOG.error("the outbox could not take due sends", failure);
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
