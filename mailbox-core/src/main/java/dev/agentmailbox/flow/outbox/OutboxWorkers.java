package dev.agentmailbox.flow.outbox;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
  private final Clock clock;
  private final IntUnaryOperator work;
  private final Runnable renewal;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicInteger names = new AtomicInteger();
  private int busy;
  private boolean signalled;
  private boolean stopping;
  private @Nullable Instant earliest;
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
    this.clock = clock;
    this.work = work;
    this.renewal = renewal;
  }

  void start() {
    lock.lock();
    try {
      if (looking != null || stopping) {
        throw new IllegalStateException("an outbox is started once");
      }
      signalled = true;
      ThreadFactory threads = this::thread;
      pool = Executors.newFixedThreadPool(limits.workers(), threads);
      renewing = Executors.newSingleThreadScheduledExecutor(threads);
      long period = limits.lease().toMillis() / RENEWALS_PER_LEASE;
      var unused = renewing.scheduleWithFixedDelay(renewal, period, period, TimeUnit.MILLISECONDS);
      looking = thread(this::look);
      looking.start();
    } finally {
      lock.unlock();
    }
  }

  void wake() {
    lock.lock();
    try {
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void wakeAt(Instant time) {
    lock.lock();
    try {
      if (earliest == null || time.isBefore(earliest)) {
        earliest = time;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Runs one hand-over; there is always a free worker, because no more sends are taken. */
  void submit(Runnable handOver) {
    ExecutorService workers;
    lock.lock();
    try {
      busy++;
      workers = pool;
    } finally {
      lock.unlock();
    }
    if (workers == null) {
      throw new IllegalStateException("the outbox is not started");
    }
    workers.execute(
        () -> {
          try {
            handOver.run();
          } finally {
            free();
          }
        });
  }

  void close() {
    Thread looker;
    ExecutorService workers;
    ScheduledExecutorService renewer;
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
      looker = looking;
      workers = pool;
      renewer = renewing;
    } finally {
      lock.unlock();
    }
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
    while (true) {
      int free = awaitWork();
      if (free == 0) {
        return;
      }
      try {
        if (work.applyAsInt(free) > 0) {
          wake();
        }
      } catch (RuntimeException failure) {
        LOG.error("the outbox could not take due sends", failure);
      }
    }
  }

  /** Waits until there may be work and a free worker; 0 when the outbox stops. */
  private int awaitWork() {
    lock.lock();
    try {
      long deadline = System.nanoTime() + limits.sweep().toNanos();
      while (!stopping) {
        boolean mayBeDue = signalled || isEarliestDue() || System.nanoTime() >= deadline;
        if (mayBeDue && busy < limits.workers()) {
          signalled = false;
          if (isEarliestDue()) {
            earliest = null;
          }
          return limits.workers() - busy;
        }
        changed.awaitNanos(mayBeDue ? limits.sweep().toNanos() : untilDue(deadline));
      }
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEarliestDue() {
    return earliest != null && !clock.instant().isBefore(earliest);
  }

  private long untilDue(long deadline) {
    long sweep = deadline - System.nanoTime();
    return earliest == null
        ? sweep
        : Math.min(sweep, Duration.between(clock.instant(), earliest).toNanos() + 1);
  }

  private void free() {
    lock.lock();
    try {
      busy--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Thread thread(Runnable run) {
    Thread thread = new Thread(run, "outbox-" + names.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
