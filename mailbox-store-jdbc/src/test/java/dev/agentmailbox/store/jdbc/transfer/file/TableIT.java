package dev.agentmailbox.store.jdbc.transfer.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.sql.TestDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TableIT {
  /** Raw content is exported as files; the history of the schema stands in the manifest. */
  private static final Set<String> NO_ROWS =
      Set.of(
          "content",
          "content_part",
          "schema_version",
          "search_block",
          "search_words",
          "search_name");

  @Test
  void every_table_of_the_schema_is_exported() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
      Set<String> expected = new TreeSet<>();
      try (ResultSet tables =
          connection.getMetaData().getTables(null, "PUBLIC", null, new String[] {"BASE TABLE"})) {
        while (tables.next()) {
          expected.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
        }
      }
      expected.removeAll(NO_ROWS);
      assertFalse(expected.isEmpty());
      assertEquals(expected, new TreeSet<>(Table.names()));
      for (String name : Table.names()) {
        Table table = Table.of(connection, name);
        assertFalse(table.key().isEmpty(), name + " has no primary key to be read by");
        assertFalse(table.columns().isEmpty());
      }
    }
  }
}
