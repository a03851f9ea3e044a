package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects events of other processes by polling the counters of all logs a few times a second. Uses
 * at most a tenth of one connection's time, regardless of the number of logs. Thread safe.
 */
final class LogWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);

  /** Minimum ratio of a pause to the preceding poll. */
  private static final int REST = 9;

  private static final Duration MAX_STOP = Duration.ofSeconds(5);

  private final Supplier<Map<String, Long>> heads;
  private final Consumer<String> grown;
  private final Duration period;
  private final ConcurrentHashMap<String, Long> known = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = DaemonThreads.named("log-watch", this::run);
  private boolean failing;

  /**
   * Starts polling; existing events count as known.
   *
   * @param heads the last number of each organization's log
   * @param grown called with each organization whose log has grown
   */
  LogWatch(Supplier<Map<String, Long>> heads, Consumer<String> grown, Duration period) {
    this.heads = heads;
    this.grown = grown;
    this.period = period;
    known.putAll(heads.get());
  }

  void start() {
    thread.start();
  }

  /** Records events that this process has notified itself. */
  void note(String organizationId, long lastSequence) {
    known.merge(organizationId, lastSequence, Math::max);
  }

  private void run() {
    boolean more = true;
    while (more) {
      long start = System.nanoTime();
      look();
      long took = System.nanoTime() - start;
      more = pause(Math.max(period.toNanos(), took * REST));
    }
  }

  private void look() {
    try {
      heads
          .get()
          .forEach(
              (organization, last) -> {
                if (last > known.getOrDefault(organization, 0L)) {
                  note(organization, last);
                  grown.accept(organization);
                }
              });
      failing = false;
    } catch (StoreException unavailable) {
      if (!failing) {
        LOG.warn("polling for events of other processes failed", unavailable);
      }
      failing = true;
    } catch (RuntimeException bug) {
      LOG.error("notifying about events of other processes failed", bug);
    }
  }

  private boolean pause(long nanos) {
    try {
      return !closed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(MAX_STOP.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
