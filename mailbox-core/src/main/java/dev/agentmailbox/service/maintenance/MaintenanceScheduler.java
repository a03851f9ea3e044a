package dev.agentmailbox.service.maintenance;

import dev.agentmailbox.service.work.MaintenanceTask;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks periodically, each on a separate thread, so that a slow one does not delay others.
 * A test with a settable clock calls {@link #runDue} instead. Thread safe.
 */
public final class MaintenanceScheduler implements AutoCloseable {
  /** How long {@link #close} waits for running tasks. */
  private static final Duration STOP = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceScheduler.class);

  private final List<MaintenanceTask> tasks;
  private @Nullable ScheduledExecutorService threads;
  private boolean closed;

  public MaintenanceScheduler(List<MaintenanceTask> tasks) {
    this.tasks = List.copyOf(tasks);
  }

  /** Starts the threads; the first run is immediate. */
  public synchronized void start() {
    if (threads != null || closed) {
      throw new IllegalStateException("maintenance was already started");
    }
    ScheduledExecutorService started =
        new ScheduledThreads(tasks.size(), new DaemonThreads("maintenance"));
    threads = started;
    for (MaintenanceTask task : tasks) {
      var unused =
          started.scheduleWithFixedDelay(
              () -> run(task), 0, task.period().toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Runs every task once, on the calling thread.
   *
   * @return number of items processed
   */
  public int runDue() {
    return tasks.stream().mapToInt(MaintenanceScheduler::run).sum();
  }

  /** A task that fails is retried in its next run. */
  private static int run(MaintenanceTask task) {
    try {
      return task.run();
    } catch (RuntimeException failure) {
      LOG.error("maintenance: {} failed", task.name(), failure);
      return 0;
    }
  }

  /** Stops after a short wait for running tasks, without interrupting them. */
  @Override
  public void close() {
    ScheduledExecutorService stopping;
    synchronized (this) {
      closed = true;
      stopping = threads;
    }
    if (stopping == null) {
      return;
    }
    stopping.shutdown();
    try {
      if (!stopping.awaitTermination(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("maintenance stops while a task is running");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
