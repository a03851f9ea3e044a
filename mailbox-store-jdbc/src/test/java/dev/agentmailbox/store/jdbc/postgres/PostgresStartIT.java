package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a PostgreSQL store is opened, and what it keeps of raw messages. */
@Tag("slow")
class PostgresStartIT {
  private static final Instant DAY = Instant.parse("2026-01-31T12:00:00Z");

  private final SettableClock clock = SettableClock.at(DAY);

  private String refusal(PostgresUrl url) {
    return String.valueOf(
        assertThrows(StoreException.class, () -> PostgresStore.open(url, clock)).getMessage());
  }

  private static PostgresUrl with(PostgresUrl url, String jdbcUrl) {
    return new PostgresUrl(jdbcUrl, url.place(), url.user(), "hunter2");
  }

  @Test
  void what_is_wrong_with_the_database_is_said_in_one_line() {
    PostgresUrl url = TestPostgres.schema();
    String missing = url.jdbcUrl().replaceFirst("/[^/?]*\\?", "/no_such_database?");
    assertTrue(refusal(with(url, missing)).endsWith("does not exist"));
    String standby = url.jdbcUrl() + "&options=-c%20default_transaction_read_only=on";
    assertTrue(refusal(with(url, standby)).contains("is read-only"));
    assertEquals(-1, refusal(with(url, standby)).indexOf('\n'));
  }

  @Test
  void a_schema_is_found_as_it_was_left() {
    PostgresUrl url = TestPostgres.schema();
    try (PostgresStore store = PostgresStore.open(url, clock)) {
      boolean written =
          store.write(
              tx -> {
                tx.settings().put("name", "value");
                return true;
              });
      assertTrue(written);
    }
    try (PostgresStore store = PostgresStore.open(url, clock)) {
      assertEquals("value", store.read(tx -> tx.settings().get("name")).orElse(""));
    }
  }

  @Test
  void data_from_before_the_first_version_is_refused_and_stays_as_it_is() throws SQLException {
    PostgresUrl url = TestPostgres.schema();
    PostgresStore.open(url, clock).close();
    try (Connection connection = TestPostgres.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE schema_version SET checksum = checksum + 1");
      statement.execute(
          "INSERT INTO schema_version VALUES (18, '0018_quoted_addresses.sql', 1, 1)");
      statement.execute("INSERT INTO setting (name, setting_value) VALUES ('a', 'kept')");
      List<String> before = state(statement);
      assertEquals(
          "the data was created before version 0.1.0 and cannot be opened: start with an empty data"
              + " directory or database",
          refusal(url));
      assertEquals(before, state(statement));
    }
  }

  /** What a start could change: the history of the schema, its tables, a row. */
  private static List<String> state(Statement statement) throws SQLException {
    List<String> state = new ArrayList<>();
    for (String sql :
        List.of(
            "SELECT version || ' ' || checksum FROM schema_version ORDER BY version",
            "SELECT table_name || ' ' || column_name FROM information_schema.columns"
                + " WHERE table_schema = CURRENT_SCHEMA ORDER BY table_name, column_name",
            "SELECT setting_value FROM setting ORDER BY name")) {
      try (ResultSet rows = statement.executeQuery(sql)) {
        while (rows.next()) {
          state.add(rows.getString(1));
        }
      }
    }
    return state;
  }

  @Test
  void a_long_message_is_read_part_by_part_as_often_as_wanted() throws Exception {
    byte[] text = new byte[3 * 256 * 1024 + 5];
    new Random(7).nextBytes(text);
    try (PostgresStore store = PostgresStore.open(TestPostgres.schema(), clock);
        ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(text, 0, 1_000);
      spool.out().write(text, 1_000, text.length - 1_000);
      assertEquals(text.length, spool.written().size());
      RawMessage kept = store.content().find(spool.keep()).orElseThrow();
      assertEquals(text.length, kept.size());
      for (int i = 0; i < 2; i++) {
        try (InputStream in = kept.open()) {
          assertTrue(Arrays.equals(text, in.readAllBytes()));
        }
      }
    }
  }

  @Test
  void a_sweep_leaves_young_content_to_the_next_one() throws Exception {
    try (PostgresStore store = PostgresStore.open(TestPostgres.schema(), clock);
        ContentStore.Spool spool = store.content().spool()) {
      spool.out().write(1);
      String key = spool.keep();
      assertEquals(0, store.content().sweep(any -> false));
      assertTrue(store.content().find(key).isPresent());
      clock.advance(Duration.ofMinutes(31));
      assertEquals(0, store.content().sweep(key::equals));
      assertEquals(1, store.content().sweep(any -> false), "looked at once more for an hour");
      assertTrue(store.content().find(key).isEmpty());
    }
  }
}
