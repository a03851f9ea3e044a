package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.service.work.WorkSignal;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of the dispatcher: one that looks for work when signalled, at the earliest known due time
 * and at each sweep, and workers that end when idle. Thread safe.
 */
final class DispatcherThreads {
  private static final Logger LOG = LoggerFactory.getLogger(DispatcherThreads.class);
  private static final long IDLE_SECONDS = 30;

  private final WebhookLimits limits;
  private final Runnable look;
  private final Runnable walk;
  private final ThreadFactory threads = new DaemonThreads("webhook");
  private final ThreadPoolExecutor pool;
  private final WorkSignal signal;
  private boolean stopping;
  private @Nullable Thread looking;

  DispatcherThreads(WebhookLimits limits, Clock clock, Runnable look, Runnable walk) {
    this.limits = limits;
    this.signal = new WorkSignal(clock);
    this.look = look;
    this.walk = walk;
    // The queue holds at most one task per worker; no further endpoints are claimed.
    this.pool =
        new ThreadPoolExecutor(
            limits.workers().max(),
            limits.workers().max(),
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            threads);
    pool.allowCoreThreadTimeOut(true);
  }

  synchronized void start() {
    if (looking != null || stopping) {
      throw new IllegalStateException("the dispatcher was already started");
    }
    signal.wake();
    looking = threads.newThread(this::pollUntilStopped);
    looking.start();
  }

  void wake() {
    signal.wake();
  }

  void wakeAt(Instant time) {
    signal.wakeAt(time);
  }

  void submit(Runnable work) {
    try {
      pool.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.debug("the dispatcher stops and claims no more webhooks");
    }
  }

  void close() {
    Thread looker;
    synchronized (this) {
      stopping = true;
      looker = looking;
    }
    signal.stop();
    pool.shutdown();
    try {
      // Do not interrupt: an interrupt within H2 can close the database.
      if (looker != null) {
        looker.join(limits.stop().toMillis());
      }
      if (!pool.awaitTermination(limits.stop().toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("the dispatcher stops while deliveries are in progress; they will be repeated");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pollUntilStopped() {
    long nextWalk = System.nanoTime();
    while (signal.await(System.nanoTime() + limits.sweep().toNanos())) {
      try {
        if (System.nanoTime() - nextWalk >= 0) {
          nextWalk = System.nanoTime() + limits.walk().toNanos();
          walk.run();
        }
        look.run();
      } catch (RuntimeException failure) {
        LOG.error("looking for due webhooks failed", failure);
      }
    }
  }
}
