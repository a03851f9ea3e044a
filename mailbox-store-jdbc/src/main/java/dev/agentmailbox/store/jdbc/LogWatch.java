package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects events of other processes by polling the counters of logs that somebody follows, a few
 * times a second. Uses at most a tenth of one connection's time, regardless of their number, and
 * none while nobody follows any. Thread safe.
 */
final class LogWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);

  /** Minimum ratio of a pause to the preceding poll. */
  private static final int REST = 9;

  private static final Duration MAX_STOP = Duration.ofSeconds(5);

  private final Supplier<Set<String>> followed;
  private final Function<Set<String>, Map<String, Long>> heads;
  private final Consumer<String> grown;
  private final Duration period;
  private final ConcurrentHashMap<String, Long> known = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = DaemonThreads.named("log-watch", this::run);
  private boolean failing;

  /**
   * Creates a watch.
   *
   * @param followed the organizations whose logs are polled
   * @param heads the last number of each of these logs
   * @param grown called with each organization whose log has grown, and once when it is new
   */
  LogWatch(
      Supplier<Set<String>> followed,
      Function<Set<String>, Map<String, Long>> heads,
      Consumer<String> grown,
      Duration period) {
    this.followed = followed;
    this.heads = heads;
    this.grown = grown;
    this.period = period;
  }

  void start() {
    thread.start();
  }

  /** Records events that this process has notified itself. */
  void note(String organizationId, long lastSequence) {
    known.computeIfPresent(organizationId, (id, last) -> Math.max(last, lastSequence));
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
      Set<String> organizations = followed.get();
      known.keySet().retainAll(organizations);
      if (!organizations.isEmpty()) {
        heads.apply(organizations).forEach(this::compare);
      }
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

  private void compare(String organizationId, long last) {
    Long before = known.put(organizationId, last);
    if (before == null || last > before) {
      grown.accept(organizationId);
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
