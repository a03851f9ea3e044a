package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Start-up checks: is the database reachable and suitable, and is its schema current. Every refusal
 * is one line without secrets.
 */
final class PostgresStart {
  private static final Duration CONNECT_WAIT = Duration.ofSeconds(5);

  /** Another process may be migrating a large schema. */
  private static final Duration MIGRATION_WAIT = Duration.ofMinutes(10);

  private static final int MIGRATION_TRIES = 10;
  private static final Duration MIGRATION_PAUSE = Duration.ofMillis(200);

  /** SQLStates of concurrent creation of the same table or row, and of lost races. */
  private static final Set<String> MIGRATED_AT_ONCE =
      Set.of("23505", "42P07", "42710", "40001", "40P01", "XX000");

  private final PostgresUrl url;

  PostgresStart(PostgresUrl url) {
    this.url = url;
  }

  /**
   * Checks and migrates.
   *
   * @return whether tables are placed on nodes of Citus
   * @throws StoreException the database cannot be used; the message says why
   */
  boolean run(Clock clock) {
    try (Connection connection = connect(Map.of())) {
      requireFit(connection);
      migrate(connection, clock);
      return Placement.apply(connection, new PostgresDialect().lockSchema());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * A connection outside the pools, without a statement timeout.
   *
   * @param options of the driver
   */
  Connection connect(Map<String, String> options) {
    Properties properties = new Properties();
    properties.putAll(options);
    Optional.ofNullable(url.user()).ifPresent(user -> properties.setProperty("user", user));
    Optional.ofNullable(url.password())
        .ifPresent(password -> properties.setProperty("password", password));
    properties.setProperty(PostgresPool.CONNECT_TIMEOUT, PostgresPool.seconds(CONNECT_WAIT));
    properties.setProperty(PostgresPool.SOCKET_TIMEOUT, PostgresPool.seconds(MIGRATION_WAIT));
    properties.setProperty(PostgresPool.APPLICATION_NAME, "mailbox-start");
    try {
      return DriverManager.getConnection(url.jdbcUrl(), properties);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private StoreException failed(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    String words =
        switch (state) {
          case "08001", "08004", "08006" -> "cannot be reached";
          case "28P01", "28000" -> "refuses the user or the password";
          case "3D000" -> "does not exist";
          case "57P03" -> "is starting or stopping";
          case "53300" -> "has no free connection";
          case "42501" -> "does not allow the user to create tables";
          default -> "failed with SQLState " + state;
        };
    return new StoreException("the PostgreSQL database " + url.place() + " " + words, null);
  }

  private void requireFit(Connection connection) throws SQLException {
    requireNot(connection, "fsync", "off", "would lose mail in a power failure: fsync is off");
    requireNot(connection, "transaction_read_only", "on", "is read-only; is it a standby?");
    String encoding = show(connection, "server_encoding").orElse("UTF8");
    if (!encoding.toUpperCase(Locale.ROOT).replace("-", "").equals("UTF8")) {
      throw unfit("has the encoding " + encoding + "; UTF8 is needed");
    }
  }

  private void requireNot(Connection connection, String setting, String bad, String words)
      throws SQLException {
    if (show(connection, setting).filter(bad::equals).isPresent()) {
      throw unfit(words);
    }
  }

  private StoreException unfit(String words) {
    return new StoreException("the PostgreSQL database " + url.place() + " " + words, null);
  }

  /** The value of a setting; empty when unsupported. */
  private static Optional<String> show(Connection connection, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW " + setting)) {
      return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
    } catch (SQLException e) {
      String state = e.getSQLState() == null ? "" : e.getSQLState();
      if (state.startsWith("42")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static void migrate(Connection connection, Clock clock) {
    Migrations migrations = new Migrations(new PostgresDialect(), clock);
    for (int attempt = 1; ; attempt++) {
      try {
        migrations.apply(connection);
        return;
      } catch (StoreException e) {
        boolean raced =
            e.getCause() instanceof SQLException sql
                && sql.getSQLState() != null
                && MIGRATED_AT_ONCE.contains(sql.getSQLState());
        if (!raced || attempt == MIGRATION_TRIES) {
          throw e;
        }
        long maxPause = TimeUnit.MILLISECONDS.toNanos(MIGRATION_PAUSE.toMillis()) * attempt;
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(maxPause));
      }
    }
  }
}
