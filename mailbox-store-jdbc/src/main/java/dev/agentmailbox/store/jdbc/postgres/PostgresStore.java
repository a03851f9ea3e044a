package dev.agentmailbox.store.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.CommitBarrier;
import dev.agentmailbox.store.jdbc.Connections;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.WriteLock;
import dev.agentmailbox.store.jdbc.content.BucketAddress;
import dev.agentmailbox.store.jdbc.content.BucketContent;
import dev.agentmailbox.store.jdbc.content.DatabaseContent;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox store in a PostgreSQL database that several processes may have open at once. Writes run
 * side by side; what must not be done twice is kept apart by row locks and keys, see
 * docs/decisions/0012. A commit that returns is durable. Thread safe.
 */
public final class PostgresStore extends ForwardingMailboxStore {
  /** How soon events of other processes are noticed. */
  private static final Duration LOG_WATCH_PERIOD = Duration.ofMillis(200);

  /**
   * Another process may have kept content whose row is not written yet; much longer than any
   * transaction takes, shorter than what a sweep of a directory looks back.
   */
  private static final Duration SWEEP_GRACE = Duration.ofMinutes(30);

  private static final String DATABASE_TIME =
      "SELECT CAST(EXTRACT(EPOCH FROM CLOCK_TIMESTAMP()) * 1000 AS BIGINT)";

  private final HikariDataSource reading;
  private final HikariDataSource writing;
  private final DatabaseClock time;
  private final ContentStore content;
  private final JdbcStore store;

  private PostgresStore(
      HikariDataSource reading,
      HikariDataSource writing,
      @Nullable ContentStore outside,
      Clock clock,
      Duration sweepGrace) {
    this.reading = reading;
    this.writing = writing;
    this.time = new DatabaseClock(clock, this::databaseMillis);
    this.content =
        outside == null ? new DatabaseContent(reading, writing, clock, sweepGrace) : outside;
    this.store =
        new JdbcStore(
            new Connections(reading, writing),
            new PostgresDialect(),
            WriteLock.OPEN,
            CommitBarrier.NONE,
            content);
  }

  /**
   * Opens a database, with raw messages in it; brings its schema to the present version.
   *
   * @param clock names content by age
   * @throws StoreException says in one line why it cannot be opened; quotes no secret
   */
  public static PostgresStore open(PostgresUrl url, Clock clock) {
    return open(url, clock, null, SWEEP_GRACE);
  }

  /**
   * As {@link #open(PostgresUrl, Clock)}, with raw messages in a directory, which every process
   * that has the database open must see.
   */
  public static PostgresStore openWithDirectory(PostgresUrl url, Clock clock, Path directory) {
    try {
      return open(url, clock, new DirectoryContent(directory, clock, SWEEP_GRACE), SWEEP_GRACE);
    } catch (IOException e) {
      throw new StoreException("the content directory " + directory + " cannot be opened", e);
    }
  }

  /**
   * As {@link #open(PostgresUrl, Clock)}, with raw messages in a bucket.
   *
   * @throws StoreException also when the bucket cannot be used
   */
  public static PostgresStore openWithBucket(PostgresUrl url, Clock clock, BucketAddress bucket) {
    BucketContent content = new BucketContent(bucket, clock, SWEEP_GRACE).requireUsable();
    return open(url, clock, content, SWEEP_GRACE);
  }

  /** For tests that sweep what they have just kept. */
  static PostgresStore openSweepingAll(PostgresUrl url, Clock clock) {
    return open(url, clock, null, Duration.ZERO.minusMillis(1));
  }

  private static PostgresStore open(
      PostgresUrl url, Clock clock, @Nullable ContentStore outside, Duration sweepGrace) {
    try {
      new PostgresStart(url).run(clock);
    } catch (RuntimeException e) {
      close(outside);
      throw e;
    }
    HikariDataSource reading = PostgresPool.open(url, "mailbox-read");
    HikariDataSource writing = PostgresPool.open(url, "mailbox-write");
    PostgresStore store = new PostgresStore(reading, writing, outside, clock, sweepGrace);
    try {
      store.store.watchOtherWriters(LOG_WATCH_PERIOD);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * The time of the database; the same for all processes that have it open. Measured from the first
   * call on.
   *
   * @throws StoreException the database is not available
   */
  public Clock databaseTime() {
    return time.start();
  }

  private long databaseMillis() {
    try (Connection connection = reading.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(DATABASE_TIME)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new StoreException("the time of the database cannot be read", e);
    }
  }

  @Override
  protected MailboxStore delegate() {
    return store;
  }

  @Override
  public ContentStore content() {
    return content;
  }

  @Override
  public void close() {
    // From the last to the first.
    try (reading;
        writing;
        time) {
      store.close();
    } finally {
      close(content);
    }
  }

  /** Only files have something to end. */
  private static void close(@Nullable ContentStore content) {
    if (content instanceof DirectoryContent directory) {
      directory.close();
    }
  }
}
