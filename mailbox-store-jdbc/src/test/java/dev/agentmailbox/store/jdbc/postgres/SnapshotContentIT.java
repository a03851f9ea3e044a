package dev.agentmailbox.store.jdbc.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SnapshotContentIT {
  /** Parts that can be read, but for those of keys of three letters. */
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE content (content_key VARCHAR PRIMARY KEY, size BIGINT)",
          """
          CREATE VIEW content_part AS SELECT content_key, 0 AS part,
            decode(repeat('61', 3 + 0 / (length(content_key) - 3)), 'hex') AS bytes FROM content\
          """,
          "INSERT INTO content VALUES ('bad', 3), ('good', 3), ('well', 3)");

  private static Connection connection() throws SQLException {
    Connection connection = TestPostgres.connect(TestPostgres.schema());
    try (Statement statement = connection.createStatement()) {
      for (String sql : TABLES) {
        statement.execute(sql);
      }
    }
    connection.setAutoCommit(false);
    return connection;
  }

  private static String read(SnapshotContent content, String key) throws IOException {
    try (InputStream in = content.find(key).orElseThrow().open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void a_message_that_cannot_be_read_keeps_no_other_back() throws Exception {
    try (Connection connection = connection()) {
      SnapshotContent content = new SnapshotContent(connection);
      assertEquals("aaa", read(content, "well"));
      assertThrows(IOException.class, () -> read(content, "bad"));
      assertThrows(IOException.class, () -> read(content, "bad"));
      assertEquals("aaa", read(content, "good"));
      List<String> keys = new ArrayList<>();
      content.list(keys::add);
      assertEquals(List.of("bad", "good", "well"), keys);
    }
  }

  @Test
  void a_database_that_is_gone_is_no_damage_of_a_message() throws Exception {
    try (Connection connection = connection();
        Connection other = TestPostgres.connect(TestPostgres.schema());
        Statement mine = connection.createStatement();
        Statement theirs = other.createStatement()) {
      var pid = mine.executeQuery("SELECT pg_backend_pid()");
      pid.next();
      theirs.execute("SELECT pg_terminate_backend(" + pid.getInt(1) + ")");
      SnapshotContent content = new SnapshotContent(connection);
      assertThrows(StoreException.class, () -> read(content, "good"));
    }
  }
}
