package dev.agentmailbox.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.store.jdbc.sql.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What 0018 makes of data of before, on each database. */
public abstract class UpgradeTo18Contract {
  private final Dialect dialect;
  private final Connection connection;

  /**
   * A test of one database.
   *
   * @param empty a database without a schema; closed at the end
   */
  protected UpgradeTo18Contract(Dialect dialect, Connection empty) {
    this.dialect = dialect;
    this.connection = empty;
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** A database of the schema before addresses had one form, with what the statements write. */
  private void upgrade(String... written) throws SQLException {
    List<String> before =
        Migrations.FILES.subList(0, Migrations.FILES.indexOf("0018_quoted_addresses.sql"));
    new Migrations(dialect, Clock.systemUTC(), before).apply(connection);
    for (String sql : written) {
      execute(sql);
    }
    new Migrations(dialect, Clock.systemUTC()).apply(connection);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> ask(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found.stream().sorted().toList();
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
        List.of("\"a b\"@x.test", "ab@x.test", "both@x.test", "vic@x.test"),
        ask("SELECT entry FROM list_entry"));
    assertEquals(List.of(), ask("SELECT entry FROM list_entry WHERE entry <> entry_key"));
    assertEquals(List.of(), ask("SELECT entry FROM list_entry WHERE by_key"));
    assertEquals(List.of("both@x.test", "vic@x.test"), ask("SELECT address_key FROM contact"));
  }

  @Test
  void an_entry_of_an_unknown_maker_counts_as_a_humans() throws SQLException {
    upgrade(entry("old@x.test", true, 1), entry("key@x.test", true, Long.MAX_VALUE));
    assertEquals(List.of("key@x.test"), ask("SELECT entry FROM list_entry WHERE by_key"));
    execute(
        "INSERT INTO list_entry (org_id, level_id, direction, list_type, entry_key, entry,"
            + " suppression, created_at) VALUES ('o', 'o', 'SEND', 'ALLOW', 'n', 'n', FALSE,"
            + " 2)");
    assertEquals(List.of("n", "old@x.test"), ask("SELECT entry FROM list_entry WHERE NOT by_key"));
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
    assertEquals(List.of("stays"), ask("SELECT key_id FROM api_key WHERE revoked_at IS NULL"));
    assertEquals(List.of("stays"), ask("SELECT webhook_id FROM webhook"));
  }
}
