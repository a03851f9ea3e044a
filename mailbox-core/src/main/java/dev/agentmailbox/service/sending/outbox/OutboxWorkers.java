package dev.agentmailbox.service.sending.outbox;

import dev.agentmailbox.service.work.WorkSignal;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
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

  /** Most sends claimed per write. */
  private static final int BATCH = 32;

  private final OutboxLimits limits;
  private final IntFunction<Batch> work;
  private final Runnable renewal;
  private final ThreadFactory threads = new DaemonThreads("outbox");
  private final AtomicInteger busy = new AtomicInteger();
  private final WorkSignal signal;
  private boolean stopping;
  private @Nullable Thread claiming;
  private @Nullable ExecutorService pool;
  private @Nullable ScheduledExecutorService renewing;

  /**
   * Claimed sends.
   *
   * @param handOvers at most as many as workers were reserved
   * @param mayBeMore whether to claim again without waiting for a signal
   */
  record Batch(List<Runnable> handOvers, boolean mayBeMore) {}

  /**
   * Creates the threads without starting them.
   *
   * @param work claims at most the given number of sends
   */
  OutboxWorkers(OutboxLimits limits, Clock clock, IntFunction<Batch> work, Runnable renewal) {
    this.limits = limits;
    this.signal = new WorkSignal(clock);
    this.work = work;
    this.renewal = renewal;
  }

  synchronized void start() {
    if (claiming != null || stopping) {
      throw new IllegalStateException("the outbox was already started");
    }
    signal.wake();
    pool = Executors.newFixedThreadPool(limits.workers(), threads);
    renewing = new ScheduledThreads(1, threads);
    long period = limits.lease().toMillis() / RENEWALS_PER_LEASE;
    var unused = renewing.scheduleWithFixedDelay(renewal, period, period, TimeUnit.MILLISECONDS);
    claiming = threads.newThread(this::claimDue);
    claiming.start();
  }

  synchronized boolean areStarted() {
    return claiming != null;
  }

  void wake() {
    signal.wake();
  }

  void wakeAt(Instant time) {
    signal.wakeAt(time);
  }

  /**
   * Reserves a worker for a send that its request claims.
   *
   * @return false when none is free, or when sends may be due that came first
   */
  synchronized boolean tryReserve() {
    return claiming != null && !stopping && !signal.isPending() && reserve(1) == 1;
  }

  private int reserve(int wanted) {
    int before = busy.getAndUpdate(now -> Math.min(limits.workers(), now + wanted));
    return Math.min(limits.workers() - before, wanted);
  }

  /** Runs a hand-over on a reserved worker. */
  void run(Runnable handOver) {
    ExecutorService workers;
    synchronized (this) {
      workers = pool;
    }
    if (workers == null) {
      throw new IllegalStateException("the outbox is not started");
    }
    boolean isRunning = false;
    try {
      workers.execute(
          () -> {
            try {
              handOver.run();
            } finally {
              release(1);
            }
          });
      isRunning = true;
    } catch (RejectedExecutionException stopped) {
      LOG.debug("a send is left to the end of its lease", stopped);
    } finally {
      if (!isRunning) {
        release(1);
      }
    }
  }

  /** Returns reserved workers. */
  void release(int reserved) {
    if (reserved > 0) {
      int unused = busy.addAndGet(-reserved);
      signal.recheck();
    }
  }

  void close() {
    Thread claimer;
    ExecutorService workers;
    ScheduledExecutorService renewer;
    synchronized (this) {
      stopping = true;
      claimer = claiming;
      workers = pool;
      renewer = renewing;
    }
    signal.stop();
    if (claimer == null || workers == null || renewer == null) {
      return;
    }
    long deadline = System.nanoTime() + limits.stop().toNanos();
    try {
      // Do not interrupt: an interrupt within H2 can close the database.
      claimer.join(limits.stop().toMillis());
      workers.shutdown();
      if (!workers.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.warn("the outbox stops with hand-overs in progress");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    renewer.shutdown();
  }

  private void claimDue() {
    while (signal.await(System.nanoTime() + limits.sweep().toNanos(), this::isAnyFree)) {
      int reserved = reserve(Math.min(BATCH, halfOfFree()));
      if (reserved == 0) {
        // A request has taken the last one; what the signal was for is still due.
        signal.wake();
        continue;
      }
      try {
        Batch batch = work.apply(reserved);
        if (batch.mayBeMore()) {
          signal.wake();
        }
        for (Runnable handOver : batch.handOvers()) {
          reserved--;
          run(handOver);
        }
      } catch (RuntimeException failure) {
        LOG.error("the outbox could not claim due sends", failure);
      } finally {
        release(reserved);
      }
    }
  }

  /** Half of the free workers, rounded up: requests can reserve the others during the claim. */
  private int halfOfFree() {
    return (limits.workers() - busy.get() + 1) / 2;
  }

  private boolean isAnyFree() {
    return busy.get() < limits.workers();
  }
}
