package dev.agentmailbox.store.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.ForwardingMailboxStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Connections;
import dev.agentmailbox.store.jdbc.JdbcStore;
import dev.agentmailbox.store.jdbc.content.DatabaseContent;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.postgres.PostgresPool.PlanMode;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import dev.agentmailbox.store.jdbc.transaction.CommitBarrier;
import dev.agentmailbox.store.jdbc.transaction.WriteLock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox store in a PostgreSQL database, which several processes may share. Writes run
 * concurrently; row locks and unique keys prevent duplicate work, see docs/decisions/0012. Commits
 * are durable. Thread safe.
 */
public final class PostgresStore extends ForwardingMailboxStore {
  /** Polling interval for events of other processes. */
  private static final Duration LOG_WATCH_PERIOD = Duration.ofMillis(200);

  /**
   * Grace period for content whose row another process has not written yet: much longer than any
   * transaction, shorter than the overlap of directory sweeps.
   */
  public static final Duration SWEEP_GRACE = Duration.ofMinutes(30);

  /** Kept content that waits for its row. */
  private static final int MAX_UNWRITTEN_BYTES = 8 << 20;

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
      UnwrittenContent unwritten,
      Clock clock,
      Duration sweepGrace) {
    this.reading = reading;
    this.writing = writing;
    this.time = new DatabaseClock(clock, this::databaseMillis);
    this.content =
        outside == null
            ? new DatabaseContent(reading, writing, unwritten, clock, sweepGrace)
            : outside;
    this.store =
        new JdbcStore(
            new Connections(reading, writing),
            new PostgresDialect(),
            WriteLock.OPEN,
            CommitBarrier.NONE,
            content,
            unwritten);
  }

  /**
   * Opens a database that also holds the raw messages; migrates its schema.
   *
   * @param clock for content keys
   * @throws StoreException it cannot be opened; the message is one line without secrets
   */
  public static PostgresStore open(PostgresUrl url, Clock clock) {
    return open(url, clock, null, SWEEP_GRACE);
  }

  /**
   * As {@link #open(PostgresUrl, Clock)}, with raw messages in a place that all processes share.
   *
   * @param outside closed with the store, and when opening fails; empty for in the database
   */
  public static PostgresStore open(
      PostgresUrl url, Clock clock, Optional<? extends ContentStore> outside) {
    return open(url, clock, outside.orElse(null), SWEEP_GRACE);
  }

  /** For tests that sweep content just written. */
  static PostgresStore openSweepingAll(PostgresUrl url, Clock clock) {
    return open(url, clock, null, Duration.ZERO.minusMillis(1));
  }

  private static PostgresStore open(
      PostgresUrl url, Clock clock, @Nullable ContentStore outside, Duration sweepGrace) {
    boolean isPlaced;
    try {
      isPlaced = new PostgresStart(url).run(clock);
    } catch (RuntimeException e) {
      close(outside);
      throw e;
    }
    PlanMode planMode = isPlaced ? PlanMode.BY_VALUES : PlanMode.BY_STATEMENT;
    HikariDataSource reading = PostgresPool.open(url, "mailbox-read", planMode);
    HikariDataSource writing = PostgresPool.open(url, "mailbox-write", planMode);
    // On Citus content is on another node than its row; a commit on two takes longer than two.
    UnwrittenContent unwritten = new UnwrittenContent(isPlaced ? 0 : MAX_UNWRITTEN_BYTES);
    PostgresStore store =
        new PostgresStore(reading, writing, outside, unwritten, clock, sweepGrace);
    try {
      store.store.watchOtherWriters(LOG_WATCH_PERIOD);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /**
   * The clock of the database, the same for all processes. Measured from the first call on.
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
    // In reverse order of opening.
    try (reading;
        writing;
        time) {
      store.close();
    } finally {
      close(content);
    }
  }

  /** Only files need closing. */
  private static void close(@Nullable ContentStore content) {
    if (content instanceof DirectoryContent directory) {
      directory.close();
    }
  }
}
