package dev.agentmailbox.flow.upkeep;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the chores on one thread of its own, now and then and when {@link #wake} asks for it. A test
 * with a settable clock calls {@link #runDue} instead and needs no thread. Thread safe.
 */
public final class Upkeep implements AutoCloseable {
  /** How often the chores run when nothing wakes them. */
  public static final Duration PERIOD = Duration.ofSeconds(10);

  /** How long {@link #close} waits for a chore that is running. */
  private static final Duration STOP = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

  private final List<Chore> chores;
  private final AtomicBoolean woken = new AtomicBoolean();
  private @Nullable ScheduledExecutorService thread;
  private boolean closed;

  public Upkeep(List<Chore> chores) {
    this.chores = List.copyOf(chores);
  }

  /** Starts the thread; what was left over from an earlier life is done at once. */
  public synchronized void start() {
    if (thread != null || closed) {
      throw new IllegalStateException("upkeep is started once");
    }
    ScheduledExecutorService started =
        Executors.newSingleThreadScheduledExecutor(
            run -> {
              Thread worker = new Thread(run, "upkeep");
              worker.setDaemon(true);
              return worker;
            });
    thread = started;
    var unused =
        started.scheduleWithFixedDelay(this::runDue, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Says that something may be due; does nothing before the start. */
  public synchronized void wake() {
    if (thread == null || closed || woken.getAndSet(true)) {
      return;
    }
    try {
      thread.execute(this::runDue);
    } catch (RejectedExecutionException stopped) {
      LOG.debug("upkeep has stopped", stopped);
    }
  }

  /**
   * Does everything that is due now, on the calling thread. A chore that fails is logged and tried
   * again later.
   *
   * @return how many things were done
   */
  public int runDue() {
    woken.set(false);
    int done = 0;
    for (Chore chore : chores) {
      try {
        done += chore.run();
      } catch (RuntimeException failure) {
        LOG.error("upkeep: {} failed", chore.name(), failure);
      }
    }
    return done;
  }

  /** Stops; waits a little for what is running. Nothing is interrupted. */
  @Override
  public void close() {
    ScheduledExecutorService stopping;
    synchronized (this) {
      closed = true;
      stopping = thread;
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
