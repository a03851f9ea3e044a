package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.store.jdbc.sql.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Takes a database back to the schema of builds before 0.1.0, with its rows. */
public final class EarlierSchema {
  private static final List<String> FIRST = List.of("0001_first.sql");

  private EarlierSchema() {}

  public static void restore(Connection connection, Dialect dialect) throws SQLException {
    List<String> tables = Migrations.tables();
    try (Statement statement = connection.createStatement()) {
      for (String table : tables) {
        statement.execute("CREATE TABLE kept_%s AS SELECT * FROM %s".formatted(table, table));
        statement.execute("DROP TABLE " + table);
      }
      statement.execute("DROP TABLE schema_version");
      new Migrations(dialect, Clock.systemUTC(), FIRST).apply(connection);
      for (String table : tables) {
        if (exists(connection, table)) {
          String columns = columns(connection, table);
          statement.execute(
              "INSERT INTO %s (%s) SELECT %s FROM kept_%s"
                  .formatted(table, columns, columns, table));
        }
        statement.execute("DROP TABLE kept_" + table);
      }
    }
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "SELECT 1 FROM information_schema.tables"
                + " WHERE table_schema = CURRENT_SCHEMA AND LOWER(table_name) = ?")) {
      find.setString(1, table);
      return find.executeQuery().next();
    }
  }

  private static String columns(Connection connection, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (PreparedStatement all = connection.prepareStatement("SELECT * FROM " + table)) {
      ResultSetMetaData data = all.getMetaData();
      for (int i = 1; i <= data.getColumnCount(); i++) {
        columns.add(data.getColumnName(i).toLowerCase(Locale.ROOT));
      }
    }
    return String.join(", ", columns);
  }
}
