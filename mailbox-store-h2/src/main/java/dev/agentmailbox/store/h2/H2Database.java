package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.api.ErrorCode;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * An open database file.
 *
 * <p>{@code async:} because with other file access one {@code Thread.interrupt()} inside H2 closes
 * the database for everyone. {@code WRITE_DELAY=0} so that each commit is in the file before the
 * process can die. {@code DB_CLOSE_ON_EXIT=FALSE} because H2's own shutdown hook would close it
 * before an ordered stop has finished. {@code PAGE_SIZE} because pages are four times as large when
 * it is not given, and each commit writes the pages it changed.
 */
final class H2Database implements AutoCloseable {
  private static final String FILE = "mailbox";
  private static final String OPTIONS =
      ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;PAGE_SIZE=4096;QUERY_CACHE_SIZE=256;LOCK_TIMEOUT="
          + H2Dialect.LOCK_WAIT.toMillis();

  /** Texts up to this length are part of their row; only longer ones are stored apart. */
  private static final int MAX_INLINE_CHARACTERS = 1_000_000;

  private static final int POOL_CONNECTIONS = 16;
  private static final int POOL_WAIT_SECONDS = 10;

  private final JdbcConnectionPool reading;
  private final JdbcConnectionPool writing;
  private final Connection own;
  private final MVStore engine;

  private H2Database(
      Connection own, MVStore engine, JdbcConnectionPool reading, JdbcConnectionPool writing) {
    this.own = own;
    this.engine = engine;
    this.reading = reading;
    this.writing = writing;
  }

  /**
   * Opens the database of a directory, or makes it.
   *
   * @throws StoreException another process has it open, or it cannot be read
   */
  static H2Database open(Path directory) {
    String path = directory.toAbsolutePath().normalize().resolve(FILE).toString();
    if (path.indexOf(';') >= 0) {
      throw new StoreException("the data directory must not have a semicolon in its name", null);
    }
    JdbcDataSource source = new JdbcDataSource();
    source.setURL("jdbc:h2:async:" + path + OPTIONS);
    source.setUser("sa");
    source.setPassword("");
    try {
      Connection own = source.getConnection();
      try (Statement statement = own.createStatement()) {
        statement.execute("SET MAX_LENGTH_INPLACE_LOB " + MAX_INLINE_CHARACTERS);
      }
      OwnerOnly.restrict(Path.of(path + ".mv.db"));
      return new H2Database(own, engineOf(own), pool(source), pool(source));
    } catch (SQLException e) {
      throw unopened(directory, e);
    } catch (IOException e) {
      throw new StoreException("the database in " + directory + " cannot be made private", e);
    }
  }

  private static StoreException unopened(Path directory, SQLException failure) {
    if (failure.getErrorCode() == ErrorCode.DATABASE_ALREADY_OPEN_1) {
      return new StoreException(
          "the data directory " + directory + " is in use by another process", null);
    }
    return new StoreException("the database in " + directory + " cannot be opened", failure);
  }

  private static JdbcConnectionPool pool(JdbcDataSource source) {
    JdbcConnectionPool pool = JdbcConnectionPool.create(source);
    pool.setMaxConnections(POOL_CONNECTIONS);
    pool.setLoginTimeout(POOL_WAIT_SECONDS);
    return pool;
  }

  JdbcConnectionPool reading() {
    return reading;
  }

  JdbcConnectionPool writing() {
    return writing;
  }

  /** A connection outside the pools, for the start and the sync thread; one thread at a time. */
  Connection own() {
    return own;
  }

  private static MVStore engineOf(Connection connection) throws SQLException {
    if (connection.unwrap(JdbcConnection.class).getSession() instanceof SessionLocal session) {
      return session.getDatabase().getStore().getMvStore();
    }
    throw new IllegalStateException("not an embedded database");
  }

  /**
   * Writes what was committed to the file. H2's own commit only tries to: when another thread holds
   * the store for a moment, it leaves the writing to a later commit. Called between transactions,
   * see docs/decisions/0005.
   */
  void writeOut() {
    try {
      engine.commit();
    } catch (MVStoreException e) {
      throw new StoreException("the database file cannot be written", e);
    }
  }

  /**
   * Forces the file, to which every commit so far was written, to the disk. {@code CHECKPOINT SYNC}
   * would store a new state of the database in the middle of somebody's transaction.
   */
  void sync() {
    engine.sync();
  }

  @Override
  public void close() {
    reading.dispose();
    writing.dispose();
    try (own;
        Statement statement = own.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      throw new StoreException("the database did not close in order", e);
    }
  }
}
