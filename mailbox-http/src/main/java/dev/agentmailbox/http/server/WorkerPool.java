package dev.agentmailbox.http.server;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed thread pool with a bounded queue. Overflow is rejected, which Undertow turns into 503.
 * Thread safe.
 */
final class WorkerPool implements Executor {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;

  WorkerPool(String name, int workers, int queued) {
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            workers,
            workers,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(queued),
            task -> new Thread(task, name + "-" + number.incrementAndGet()));
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs the task on a worker thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException when the queue is full
   */
  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /** Stops the threads; tasks still running after that time are interrupted. */
  void stop(Duration patience) {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
