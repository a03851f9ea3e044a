package dev.agentmailbox.service.upkeep;

import dev.agentmailbox.service.Chore;
import dev.agentmailbox.service.DaemonThreads;
import dev.agentmailbox.service.ScheduledThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the chores now and then, each on a thread of its own, so that a slow one delays no other. A
 * test with a settable clock calls {@link #runDue} instead and needs no thread. Thread safe.
 */
public final class Upkeep implements AutoCloseable {
  /** From the end of one run of a chore to the next. */
  public static final Duration PERIOD = Duration.ofSeconds(10);

  /** How long {@link #close} waits for chores that are running. */
  private static final Duration STOP = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final List<Chore> chores;
  private @Nullable ScheduledExecutorService threads;
  private boolean closed;

  public Upkeep(List<Chore> chores) {
    this.chores = List.copyOf(chores);
  }

  /** Starts the threads; what was left over from an earlier life is done at once. */
  public synchronized void start() {
    if (threads != null || closed) {
      throw new IllegalStateException("upkeep is started once");
    }
    ScheduledExecutorService started =
        new ScheduledThreads(chores.size(), new DaemonThreads("upkeep"));
    threads = started;
    for (Chore chore : chores) {
      var unused =
          started.scheduleWithFixedDelay(
              () -> run(chore), 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Does everything that is due now, on the calling thread.
   *
   * @return how many things were done
   */
  public int runDue() {
    return chores.stream().mapToInt(Upkeep::run).sum();
  }

  /** A chore that fails is tried again later. */
  private static int run(Chore chore) {
    try {
      return chore.run();
    } catch (RuntimeException failure) {
      LOG.error("upkeep: {} failed", chore.name(), failure);
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
        LOG.warn("upkeep stops while a chore is running");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
