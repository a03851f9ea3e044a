package dev.agentmailbox.store.jdbc.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DatabaseContent;
import dev.agentmailbox.store.jdbc.postgres.PostgresPool.PlanMode;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import dev.agentmailbox.store.jdbc.transfer.Import;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.StoredContent;
import dev.agentmailbox.store.jdbc.transfer.Target;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens a PostgreSQL database for transfer: as a snapshot to read, or empty to fill. */
public final class PostgresTransfer {
  private static final String APPLICATION = "mailbox-transfer";

  private PostgresTransfer() {}

  /**
   * A snapshot of everything in one transaction; servers may keep running. Raw messages outside the
   * database are not part of the snapshot: those deleted meanwhile are missing.
   *
   * @param outside raw messages outside the database, if any; closed with the source if closeable
   * @throws StoreException it cannot be opened, is empty, or its schema is not the present one
   */
  public static Source source(PostgresUrl url, Optional<ContentStore> outside) {
    Connection connection = session(url);
    try {
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      return new PostgresSource(connection, mark(connection), outside);
    } catch (SQLException e) {
      throw failed(connection, e);
    }
  }

  /**
   * Checks that a server has run on a database; creates nothing.
   *
   * @throws StoreException as {@link #source}
   */
  public static void requireDatabase(PostgresUrl url) {
    try (Connection connection = connect(url)) {
      requirePresentSchema(connection);
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
  }

  /**
   * A connection without time limits to a database of the present schema.
   *
   * @throws StoreException as {@link #source}
   */
  public static Connection session(PostgresUrl url) {
    Connection connection = connect(url);
    try {
      requirePresentSchema(connection);
      takeTime(connection);
      return connection;
    } catch (SQLException e) {
      throw failed(connection, e);
    }
  }

  private static Connection connect(PostgresUrl url) {
    return new PostgresStart(url).connect(Map.of(PostgresPool.APPLICATION_NAME, APPLICATION));
  }

  private static void requirePresentSchema(Connection connection) throws SQLException {
    Map<Integer, Long> schema = Migrations.schemaOf(connection);
    if (schema.isEmpty()) {
      connection.close();
      throw new StoreException(
          "the database is empty: start a server of this version on it first", null);
    }
    if (!schema.equals(Migrations.schema())) {
      connection.close();
      throw new StoreException(
          "the database has another schema: start a server of this version on it first", null);
    }
  }

  /** Disables the timeouts for statements and idle transactions. */
  private static void takeTime(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = 0");
      statement.execute("SET idle_in_transaction_session_timeout = 0");
    }
  }

  /** Unchanged while nothing is written; empty when unsupported. */
  private static String mark(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CAST(pg_current_snapshot() AS TEXT)")) {
      return row.next() ? row.getString(1) : "";
    } catch (SQLException e) {
      connection.rollback();
      return "";
    }
  }

  private static StoreException failed(Connection connection, SQLException failure) {
    StoreException clean =
        new StoreException("the database failed: SQLState " + failure.getSQLState(), null);
    try {
      connection.close();
    } catch (SQLException e) {
      clean.addSuppressed(new StoreException("closing it failed too", null));
    }
    return clean;
  }

  /**
   * An empty database to fill; creates its schema.
   *
   * @param outside as {@link #source}
   * @throws StoreException it cannot be opened
   */
  public static Target target(PostgresUrl url, Clock clock, Optional<ContentStore> outside) {
    PostgresStart start = new PostgresStart(url);
    Connection connection =
        start.connect(
            Map.of(PostgresPool.APPLICATION_NAME, APPLICATION, "reWriteBatchedInserts", "true"));
    try {
      if (!Import.isUnfinished(connection)) {
        start.run(clock);
      }
      takeTime(connection);
      connection.setAutoCommit(false);
      HikariDataSource pool = PostgresPool.open(url, APPLICATION, PlanMode.BY_VALUES);
      ContentStore content =
          outside.orElseGet(
              () -> new DatabaseContent(pool, pool, new UnwrittenContent(0), clock, Duration.ZERO));
      return new PostgresTarget(connection, pool, content);
    } catch (SQLException e) {
      throw failed(connection, e);
    }
  }

  private static void close(Connection connection, Optional<ContentStore> content) {
    try {
      if (content.orElse(null) instanceof AutoCloseable open) {
        open.close();
      }
      connection.rollback();
      connection.close();
    } catch (Exception e) {
      throw new StoreException("closing the store failed: " + e.getClass().getSimpleName(), null);
    }
  }

  private record PostgresSource(Connection connection, String mark, Optional<ContentStore> outside)
      implements Source {
    @Override
    public StoredContent content() {
      return outside.map(StoredContent::of).orElseGet(() -> new SnapshotContent(connection));
    }

    @Override
    public Optional<String> rowNumber() {
      return Optional.empty();
    }

    @Override
    public List<Damage> damage() {
      return List.of();
    }

    @Override
    public void close() {
      PostgresTransfer.close(connection, outside);
    }
  }

  private record PostgresTarget(
      Connection connection, HikariDataSource pool, ContentStore contentStore) implements Target {
    @Override
    public StoredContent content() {
      return StoredContent.of(contentStore);
    }

    @Override
    public Optional<String> rowNumber() {
      return Optional.empty();
    }

    @Override
    public boolean isShared() {
      return true;
    }

    /** Commits are durable. */
    @Override
    public void checkpoint() {}

    @Override
    public void close() {
      try (pool) {
        PostgresTransfer.close(connection, Optional.of(contentStore));
      }
    }
  }
}
