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
 * The time of the database, told by the clock of this machine and how far that is off. Every
 * process on one database has it, so a lease that one wrote ends for all of them at the same
 * moment, however wrong their machines' clocks are.
 *
 * <p>The difference is measured at the start and every few seconds. A measurement is as exact as
 * half the time it took; the difference is changed only by more than that, so that time does not
 * jitter. While the database is away the last difference holds. Thread safe.
 */
final class DatabaseClock extends Clock implements AutoCloseable {
  private static final Duration MEASURE_EVERY = Duration.ofSeconds(5);

  /** A measurement that took longer says too little. */
  private static final Duration SLOWEST = Duration.ofSeconds(1);

  /** Differences below this are left alone: leases are much longer. */
  private static final long TOLERANCE_MILLIS = 20;

  /** From here on the operator is told. */
  private static final long WARN_MILLIS = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);

  private final Clock local;
  private final LongSupplier database;
  private final ScheduledExecutorService thread =
      new ScheduledThreads(1, DaemonThreads.named("database-clock"));
  private volatile long offsetMillis;
  private boolean warned;

  /**
   * A clock that goes like the local one until it is measured.
   *
   * @param database reads the database's time, in milliseconds since 1970
   */
  DatabaseClock(Clock local, LongSupplier database) {
    this.local = local;
    this.database = database;
  }

  /** Measures once, however long it takes, and then now and then. */
  DatabaseClock start() {
    return start(MEASURE_EVERY);
  }

  DatabaseClock start(Duration every) {
    measure(Duration.ofDays(1));
    long period = every.toMillis();
    var unused =
        thread.scheduleWithFixedDelay(this::measureQuietly, period, period, TimeUnit.MILLISECONDS);
    return this;
  }

  private void measureQuietly() {
    try {
      measure(SLOWEST);
    } catch (StoreException unavailable) {
      LOG.debug("the time of the database is not to be had now", unavailable);
    } catch (RuntimeException bug) {
      LOG.error("the time of the database could not be read", bug);
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

  /** The database told its time at some moment of the last {@code tookMillis}. */
  synchronized void measured(long told, long tookMillis) {
    long offset = told + tookMillis / 2 - local.millis();
    if (Math.abs(offset - offsetMillis) > tookMillis / 2 + TOLERANCE_MILLIS) {
      offsetMillis = offset;
    }
    boolean far = Math.abs(offsetMillis) >= WARN_MILLIS;
    if (far && !warned) {
      LOG.warn(
          "the clock of this machine is {} ms off that of the database, whose time is used",
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

  /** UTC is all that is needed here; another zone changes nothing about the instants. */
  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
