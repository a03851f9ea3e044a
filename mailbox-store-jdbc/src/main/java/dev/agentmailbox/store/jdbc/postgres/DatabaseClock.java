package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time of the database, computed from the local clock and its measured offset. It is the same
 * for all processes of a database, so leases expire for all at the same time, regardless of local
 * clock skew.
 *
 * <p>The offset is measured at the start and every few seconds. The error of a measurement is half
 * its duration; the offset changes only by more than that, so that time does not jitter. While the
 * database is unavailable the last offset applies. Thread safe.
 */
final class DatabaseClock extends Clock implements AutoCloseable {
  private static final Duration MEASURE_EVERY = Duration.ofSeconds(5);

  /** Slower measurements are discarded as too inaccurate. */
  private static final Duration SLOWEST = Duration.ofSeconds(1);

  /** Smaller changes of the offset are ignored: leases are much longer. */
  private static final long TOLERANCE_MILLIS = 20;

  /** Offset above which a warning is logged. */
  private static final long WARN_MILLIS = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

  private final Clock local;
  private final LongSupplier database;
  private final ScheduledExecutorService thread =
      new ScheduledThreads(1, DaemonThreads.named("database-clock"));
  private volatile long offsetMillis;
  private boolean warned;

  /**
   * A clock with offset zero until the first measurement.
   *
   * @param database reads the database's time, in milliseconds since 1970
   */
  DatabaseClock(Clock local, LongSupplier database) {
    this.local = local;
    this.database = database;
  }

  /** Measures once, without a timeout, and then periodically. */
  DatabaseClock start() {
    return start(MEASURE_EVERY);
  }

  DatabaseClock start(Duration every) {
    measure(Duration.ofDays(1));
    long period = every.toMillis();
    var unused =
        thread.scheduleWithFixedDelay(
            this::measureLoggingErrors, period, period, TimeUnit.MILLISECONDS);
    return this;
  }

  private void measureLoggingErrors() {
    try {
      measure(SLOWEST);
    } catch (StoreException unavailable) {
      LOG.debug("the time of the database is unavailable", unavailable);
    } catch (RuntimeException bug) {
      LOG.error("reading the time of the database failed", bug);
    }
  }

  private void measure(Duration slowest) {
    long begin = System.nanoTime();
    long told = database.getAsLong();
    long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    if (tookMillis <= slowest.toMillis()) {
      measured(told, tookMillis);
    }
  }

  /** Records a measurement: the database read its clock within the last {@code tookMillis}. */
  synchronized void measured(long told, long tookMillis) {
    long offset = told + tookMillis / 2 - local.millis();
    if (Math.abs(offset - offsetMillis) > tookMillis / 2 + TOLERANCE_MILLIS) {
      offsetMillis = offset;
    }
    boolean far = Math.abs(offsetMillis) >= WARN_MILLIS;
    if (far && !warned) {
      LOG.warn(
          "the local clock differs by {} ms from that of the database, whose time is used",
          -offsetMillis);
    }
    warned = far;
  }

  @Override
  public Instant instant() {
    return local.instant().plusMillis(offsetMillis);
  }

  @Override
  public long millis() {
    return local.millis() + offsetMillis;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** Only UTC is supported; the zone does not affect instants. */
  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
