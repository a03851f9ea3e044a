package dev.agentmailbox.store.jdbc.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * A real PostgreSQL for the tests of this process: the one that {@code MAILBOX_TEST_PG_URL} names,
 * or one that is started here and ends with the process. Where neither is to be had, tests are
 * skipped and say why.
 */
public final class TestPostgres {
  private static final String VARIABLE = "MAILBOX_TEST_PG_URL";
  private static final AtomicInteger NAMES = new AtomicInteger();

  private static Optional<String> url = Optional.empty();
  private static String reason = "";

  private TestPostgres() {}

  /**
   * An empty schema of its own.
   *
   * @return its address; the test is skipped when there is no PostgreSQL
   */
  public static synchronized PostgresUrl schema() {
    start();
    Assumptions.assumeTrue(url.isPresent(), () -> "no PostgreSQL: " + reason);
    String schema = "t" + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
    PostgresUrl all = PostgresUrl.parse(url.orElseThrow());
    try (Connection connection = connect(all);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA " + schema);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    String mark = all.jdbcUrl().contains("?") ? "&" : "?";
    return new PostgresUrl(
        all.jdbcUrl() + mark + "currentSchema=" + schema, all.place(), all.user(), all.password());
  }

  /** An empty database of its own; the test is skipped as with {@link #schema}. */
  public static synchronized PostgresUrl database() {
    start();
    Assumptions.assumeTrue(url.isPresent(), () -> "no PostgreSQL: " + reason);
    String name = "t" + ProcessHandle.current().pid() + "_" + NAMES.incrementAndGet();
    PostgresUrl all = PostgresUrl.parse(url.orElseThrow());
    try (Connection connection = connect(all);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    int end = all.place().lastIndexOf('/');
    String place = all.place().substring(0, end + 1) + name;
    return new PostgresUrl(
        all.jdbcUrl().replace(all.place(), place), place, all.user(), all.password());
  }

  public static Connection connect(PostgresUrl url) throws SQLException {
    return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
  }

  /** With the settings that a real one has. */
  static EmbeddedPostgres.Builder durable() {
    return EmbeddedPostgres.builder()
        .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
        .setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
        .setServerConfig("fsync", "on")
        .setServerConfig("synchronous_commit", "on")
        .setServerConfig("full_page_writes", "on");
  }

  private static void start() {
    if (url.isPresent() || !reason.isEmpty()) {
      return;
    }
    url = Optional.ofNullable(System.getenv(VARIABLE)).filter(text -> !text.isBlank());
    if (url.isPresent()) {
      return;
    }
    try {
      // Ends with the process: it has a shutdown hook of its own.
      EmbeddedPostgres server = durable().start();
      url = Optional.of(server.getJdbcUrl("postgres", "postgres"));
    } catch (IOException | RuntimeException e) {
      reason = "it cannot be started here (" + e + "); " + VARIABLE + " names another";
    }
  }
}
