package dev.agentmailbox.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.sql.TestDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MigrationsIT {
  @AutoClose private Connection connection;

  MigrationsIT() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @BeforeEach
  void migrate() {
    new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
  }

  private static Migrations with(String... more) {
    List<String> files = new ArrayList<>(Migrations.FILES);
    files.addAll(List.of(more));
    return new Migrations(new TestDialect(), Clock.systemUTC(), files);
  }

  private void execute(String sql) throws SQLException {
    connection.createStatement().execute(sql);
  }

  private String ask(String sql) throws SQLException {
    try (ResultSet rows = connection.createStatement().executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  @Test
  void a_present_schema_is_left_alone() throws SQLException {
    new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
    assertEquals(
        String.valueOf(Migrations.FILES.size()), ask("SELECT COUNT(*) FROM schema_version"));
    assertTrue(connection.getAutoCommit());
  }

  @Test
  void an_older_schema_moves_forward() throws SQLException {
    with("9001_test_add.sql").apply(connection);
    assertEquals("c; d", ask("SELECT note FROM setting WHERE name = 'a'"));
  }

  @Test
  void a_migration_that_landed_late_is_still_run() throws SQLException {
    with("9001_test_add.sql").apply(connection);
    with("9000_test_late.sql", "9001_test_add.sql").apply(connection);
    assertEquals(
        String.valueOf(Migrations.FILES.size() + 2), ask("SELECT COUNT(*) FROM schema_version"));
    assertEquals("0", ask("SELECT COUNT(*) FROM late"));
  }

  @Test
  void a_newer_schema_is_refused() {
    with("9001_test_add.sql").apply(connection);
    StoreException refused = assertThrows(StoreException.class, this::migrate);
    assertTrue(String.valueOf(refused.getMessage()).contains("newer version"));
  }

  @Test
  void an_edited_migration_is_found_out() throws SQLException {
    Migrations later = with("9001_test_add.sql");
    later.apply(connection);
    execute("UPDATE schema_version SET checksum = checksum + 1 WHERE version = 9001");
    StoreException refused = assertThrows(StoreException.class, () -> later.apply(connection));
    assertEquals(
        "migration 9001_test_add.sql differs from the one applied to the data",
        refused.getMessage());
  }

  @Test
  void a_schema_from_before_the_first_version_is_refused_whatever_ran_after_it()
      throws SQLException {
    execute("UPDATE schema_version SET checksum = checksum + 1");
    execute("INSERT INTO schema_version VALUES (18, '0018_quoted_addresses.sql', 1, 1)");
    StoreException refused = assertThrows(StoreException.class, this::migrate);
    assertTrue(String.valueOf(refused.getMessage()).contains("before version 0.1.0"));
    Migrations migrations = new Migrations(new TestDialect(), Clock.systemUTC());
    assertThrows(StoreException.class, () -> migrations.requireKnown(connection));
  }

  @Test
  void a_migration_that_fails_is_not_noted() throws SQLException {
    assertThrows(StoreException.class, () -> with("9002_test_broken.sql").apply(connection));
    assertEquals(
        String.valueOf(Migrations.FILES.size()), ask("SELECT COUNT(*) FROM schema_version"));
  }
}
