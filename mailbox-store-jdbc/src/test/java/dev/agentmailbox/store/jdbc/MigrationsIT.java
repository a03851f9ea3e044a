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
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MigrationsIT {
  private Connection connection;

  MigrationsIT() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
  }

  @BeforeEach
  void migrate() {
    new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static Migrations with(String... more) {
    List<String> files = new ArrayList<>(Migrations.FILES);
    files.addAll(List.of(more));
    return new Migrations(new TestDialect(), Clock.systemUTC(), files);
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
  void every_older_schema_moves_forward() throws SQLException {
    for (int known = 1; known <= Migrations.FILES.size(); known++) {
      try (Connection older = DriverManager.getConnection("jdbc:h2:mem:")) {
        List<String> first = Migrations.FILES.subList(0, known);
        new Migrations(new TestDialect(), Clock.systemUTC(), first).apply(older);
        with("9001_test_add.sql").apply(older);
      }
    }
    with("9001_test_add.sql").apply(connection);
    assertEquals("c; d", ask("SELECT note FROM setting WHERE name = 'a'"));
  }

  @Test
  void a_migration_that_landed_late_is_still_run() throws SQLException {
    try (Connection early = DriverManager.getConnection("jdbc:h2:mem:")) {
      List<String> first = List.of(Migrations.FILES.get(0), "9001_test_add.sql");
      new Migrations(new TestDialect(), Clock.systemUTC(), first).apply(early);
      with("9001_test_add.sql").apply(early);
      try (ResultSet rows =
          early.createStatement().executeQuery("SELECT COUNT(*) FROM schema_version")) {
        rows.next();
        assertEquals(Migrations.FILES.size() + 1, rows.getInt(1));
      }
    }
  }

  /** A database of the schema before addresses had one form, with what the statements write. */
  private void upgrade(String... written) throws SQLException {
    connection.close();
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    List<String> before =
        Migrations.FILES.subList(0, Migrations.FILES.indexOf("0018_quoted_addresses.sql"));
    new Migrations(new TestDialect(), Clock.systemUTC(), before).apply(connection);
    for (String sql : written) {
      connection.createStatement().execute(sql);
    }
    migrate();
  }

  private static String entry(String address, boolean byKey, long createdAt) {
    return "INSERT INTO list_entry (org_id, level_id, direction, list_type, entry_key, entry,"
        + " suppression, by_key, created_at) VALUES ('o', 'o', 'SEND', 'ALLOW', '%s', '%s', FALSE,"
            .formatted(address, address)
        + " %s, %s)".formatted(byKey, createdAt);
  }

  private static String contact(String address) {
    return "INSERT INTO contact (org_id, inbox_id, address_key, noted_at) VALUES ('o', 'i', '%s', 1)"
        .formatted(address);
  }

  private static final String ADDRESSES =
      "SELECT LISTAGG(%s, ' ') WITHIN GROUP (ORDER BY %s) FROM %s";

  @Test
  void quoted_addresses_of_before_are_rewritten_to_what_is_looked_for() throws SQLException {
    upgrade(
        entry("\"vic\"@x.test", false, 1),
        entry("\"a\\b\"@x.test", false, 1),
        entry("\"a b\"@x.test", false, 1),
        entry("\"both\"@x.test", false, 1),
        entry("both@x.test", true, Long.MAX_VALUE),
        contact("\"vic\"@x.test"),
        contact("\"both\"@x.test"),
        contact("both@x.test"));
    assertEquals(
        "\"a b\"@x.test ab@x.test both@x.test vic@x.test",
        ask(ADDRESSES.formatted("entry", "entry", "list_entry")));
    assertEquals("4", ask("SELECT COUNT(*) FROM list_entry WHERE entry = entry_key"));
    assertEquals("0", ask("SELECT COUNT(*) FROM list_entry WHERE by_key"));
    assertEquals(
        "both@x.test vic@x.test",
        ask(ADDRESSES.formatted("address_key", "address_key", "contact")));
  }

  @Test
  void an_entry_of_an_unknown_maker_counts_as_a_humans() throws SQLException {
    upgrade(entry("old@x.test", true, 1), entry("key@x.test", true, Long.MAX_VALUE));
    assertEquals("key@x.test", ask("SELECT entry FROM list_entry WHERE by_key"));
    connection
        .createStatement()
        .execute(
            "INSERT INTO list_entry (org_id, level_id, direction, list_type, entry_key, entry,"
                + " suppression, created_at) VALUES ('o', 'o', 'SEND', 'ALLOW', 'n', 'n', FALSE,"
                + " 2)");
    assertEquals(
        "FALSE", ask("SELECT by_key FROM list_entry WHERE entry = 'n'").toUpperCase(Locale.ROOT));
  }

  @Test
  void keys_and_webhooks_of_an_inbox_that_moved_to_the_service_end() throws SQLException {
    String key =
        "INSERT INTO api_key (org_id, key_id, inbox_id, prefix, key_hash, name, permissions,"
            + " restricted, created_at, updated_at) VALUES ('o', '%s', '%s', '%s', 'h', 'n', '',"
            + " FALSE, 1, 1)";
    String webhook =
        "INSERT INTO webhook (org_id, webhook_id, inbox_id, details, created_at, updated_at)"
            + " VALUES ('o', '%s', '%s', '{}', 1, 1)";
    upgrade(
        key.formatted("moved", "postmaster@x.test", "p1"),
        key.formatted("stays", "agent@x.test", "p2"),
        webhook.formatted("moved", "postmaster@x.test"),
        webhook.formatted("stays", "agent@x.test"));
    assertEquals("stays", ask("SELECT key_id FROM api_key WHERE revoked_at IS NULL"));
    assertEquals("1", ask("SELECT COUNT(*) FROM webhook"));
    assertEquals("stays", ask("SELECT webhook_id FROM webhook"));
  }

  @Test
  void a_newer_schema_is_refused() {
    with("9001_test_add.sql").apply(connection);
    StoreException refused = assertThrows(StoreException.class, this::migrate);
    assertTrue(String.valueOf(refused.getMessage()).contains("newer version"));
  }

  @Test
  void an_edited_migration_is_found_out() throws SQLException {
    connection.createStatement().execute("UPDATE schema_version SET checksum = checksum + 1");
    assertThrows(StoreException.class, this::migrate);
  }

  @Test
  void a_migration_that_fails_is_not_noted() throws SQLException {
    assertThrows(StoreException.class, () -> with("9002_test_broken.sql").apply(connection));
    assertEquals(
        String.valueOf(Migrations.FILES.size()), ask("SELECT COUNT(*) FROM schema_version"));
  }
}
