package dev.agentmailbox.service.maintenance;

import dev.agentmailbox.service.MaintenanceTask;
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
 * Runs the tasks now and then, each on a thread of its own, so that a slow one delays no other. A
 * test with a settable clock calls {@link #runDue} instead and needs no thread. Thread safe.
 */
public final class MaintenanceScheduler implements AutoCloseable {
  /** From the end of one run of a task to the next. */
  public static final Duration PERIOD = Duration.ofSeconds(10);

  /** How long {@link #close} waits for tasks that are running. */
  private static final Duration STOP = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(MaintenanceScheduler.class);

  private final List<MaintenanceTask> tasks;
  private @Nullable ScheduledExecutorService threads;
  private boolean closed;

  public MaintenanceScheduler(List<MaintenanceTask> tasks) {
    this.tasks = List.copyOf(tasks);
  }

  /** Starts the threads; what was left over from an earlier life is done at once. */
  public synchronized void start() {
    if (threads != null || closed) {
      throw new IllegalStateException("maintenance is started once");
    }
    ScheduledExecutorService started =
        new ScheduledThreads(tasks.size(), new DaemonThreads("maintenance"));
    threads = started;
    for (MaintenanceTask task : tasks) {
      var unused =
          started.scheduleWithFixedDelay(
              () -> run(task), 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Does everything that is due now, on the calling thread.
   *
   * @return how many things were done
   */
  public int runDue() {
    return tasks.stream().mapToInt(MaintenanceScheduler::run).sum();
  }

  /** A task that fails is tried again later. */
  private static int run(MaintenanceTask task) {
    try {
      return task.run();
    } catch (RuntimeException failure) {
      LOG.error("maintenance: {} failed", task.name(), failure);
      return 0;
    }
  }

  /** Stops; waits a little for what is running. Nothing is interrupted. */
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
