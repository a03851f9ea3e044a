package dev.agentmailbox.store.jdbc.transfer.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RowLineIT {
  private static final String TEXT =
      "a \"b\" \\ \n \u0001 \u00e9 \ud83d\ude00 \ud800 \udc00 \u2028";

  @Test
  void a_row_is_a_line_that_says_the_same_when_it_is_read() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE t (z INT PRIMARY KEY, b VARCHAR, a BIGINT, c BOOLEAN, d BLOB, e CLOB)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO t VALUES (1, ?, NULL, TRUE, X'00ff', 'x')")) {
        insert.setString(1, TEXT);
        insert.executeUpdate();
      }
      Table table = Table.of(connection, "t");
      String names = String.join(", ", table.columns().stream().map(Column::name).toList());
      assertEquals("a, b, c, d, e, z", names);
      try (ResultSet row = statement.executeQuery("SELECT " + names + " FROM t")) {
        row.next();
        byte[] line = RowLine.of(table.columns(), row, 1);
        assertEquals(
            "{\"a\":null,\"b\":\"a \\\"b\\\" \\\\ \\u000a \\u0001 \u00e9 \ud83d\ude00 \\ud800"
                + " \\udc00 \u2028\",\"c\":true,\"d\":\"AP8=\",\"e\":\"x\",\"z\":1}",
            new String(line, UTF_8));
        JsonNode read = TransferJson.read(line);
        assertEquals(TEXT, read.path("b").stringValue());
      }
    }
  }
}
