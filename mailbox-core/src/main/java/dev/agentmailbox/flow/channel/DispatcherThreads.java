package dev.agentmailbox.flow.channel;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of the dispatcher: one that looks for work when it is woken, at the earliest known
 * time, and at the sweep; and the workers, which end when they are idle. Thread safe.
 */
final class DispatcherThreads {
  private static final Logger LOG = LoggerFactory.getLogger(DispatcherThreads.class);
  private static final long IDLE_SECONDS = 30;

  private final WebhookLimits limits;
  private final Clock clock;
  private final Runnable look;
  private final Runnable walk;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicInteger names = new AtomicInteger();
  private final ThreadPoolExecutor pool;
  private boolean signalled;
  private boolean stopping;
  private @Nullable Instant earliest;
  private @Nullable Thread looking;

  DispatcherThreads(WebhookLimits limits, Clock clock, Runnable look, Runnable walk) {
    this.limits = limits;
    this.clock = clock;
    this.look = look;
    this.walk = walk;
    // The queue holds at most one task for each worker: no more endpoints are taken.
    this.pool =
        new ThreadPoolExecutor(
            limits.workers(),
            limits.workers(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            this::thread);
    pool.allowCoreThreadTimeOut(true);
  }

  void start() {
    lock.lock();
    try {
      if (looking != null || stopping) {
        throw new IllegalStateException("a dispatcher is started once");
      }
      signalled = true;
      looking = thread(this::lookUntilStopped);
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

  void submit(Runnable work) {
    try {
      pool.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("no webhook is taken up any more: the dispatcher stops");
    }
  }

  void close() {
    Thread looker;
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
      looker = looking;
    } finally {
      lock.unlock();
    }
    pool.shutdown();
    try {
      // Nothing is interrupted: an interrupt inside a database can close it.
      if (looker != null) {
        looker.join(limits.stop().toMillis());
      }
      if (!pool.awaitTermination(limits.stop().toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("the dispatcher stops while webhooks are being posted; they are posted again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookUntilStopped() {
    long nextWalk = System.nanoTime();
    while (awaitWork()) {
      try {
        if (System.nanoTime() - nextWalk >= 0) {
          nextWalk = System.nanoTime() + limits.walk().toNanos();
          walk.run();
        }
        look.run();
      } catch (RuntimeException failure) {
        LOG.error("the dispatcher could not look for webhooks", failure);
      }
    }
  }

  /** Waits until there may be work; false when the dispatcher stops. */
  private boolean awaitWork() {
    lock.lock();
    try {
      long deadline = System.nanoTime() + limits.sweep().toNanos();
      while (!stopping) {
        if (signalled || isEarliestDue() || System.nanoTime() - deadline >= 0) {
          signalled = false;
          if (isEarliestDue()) {
            earliest = null;
          }
          return true;
        }
        long sweep = deadline - System.nanoTime();
        long unused = changed.awaitNanos(earliest == null ? sweep : Math.min(sweep, untilDue()));
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEarliestDue() {
    return earliest != null && !clock.instant().isBefore(earliest);
  }

  private long untilDue() {
    return earliest == null
        ? 0
        : Math.max(1, Duration.between(clock.instant(), earliest).toNanos() + 1);
  }

  private Thread thread(Runnable run) {
    Thread thread = new Thread(run, "webhook-" + names.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
