package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.store.jdbc.Migrations;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table, from the metadata of the database.
 *
 * @param columns sorted by name, so that rows are independent of column order
 * @param key the columns of the primary key, in its order
 */
public record Table(String name, List<Column> columns, List<String> key) {
  /** The column that refers to raw content. */
  static final String CONTENT_KEY = "content_key";

  /** Tables with raw content, which is exported as files, not as rows. */
  private static final Set<String> CONTENT = Set.of("content", "content_part");

  /** Tables that the store rebuilds from others. */
  private static final Set<String> DERIVED = Set.of("search_block", "search_words", "search_name");

  /** The exported tables, in migration order. */
  public static List<String> names() {
    return Migrations.tables().stream()
        .filter(name -> !CONTENT.contains(name) && !DERIVED.contains(name))
        .toList();
  }

  public static Table of(Connection connection, String name) throws SQLException {
    List<Column> columns = new ArrayList<>();
    try (PreparedStatement all = connection.prepareStatement("SELECT * FROM " + name)) {
      ResultSetMetaData data = all.getMetaData();
      for (int i = 1; i <= data.getColumnCount(); i++) {
        String column = data.getColumnName(i).toLowerCase(Locale.ROOT);
        columns.add(new Column(column, Column.Kind.of(data.getColumnType(i))));
      }
    }
    columns.sort(Comparator.comparing(Column::name));
    return new Table(name, List.copyOf(columns), key(connection, name));
  }

  private static List<String> key(Connection connection, String name) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    TreeMap<Integer, String> key = new TreeMap<>();
    try (ResultSet rows =
        data.getPrimaryKeys(
            connection.getCatalog(), connection.getSchema(), stored(connection, name))) {
      while (rows.next()) {
        key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return List.copyOf(key.values());
  }

  public static boolean exists(Connection connection, String name) throws SQLException {
    try (ResultSet rows =
        connection
            .getMetaData()
            .getTables(
                connection.getCatalog(), connection.getSchema(), stored(connection, name), null)) {
      return rows.next();
    }
  }

  private static String stored(Connection connection, String name) throws SQLException {
    return connection.getMetaData().storesUpperCaseIdentifiers()
        ? name.toUpperCase(Locale.ROOT)
        : name;
  }

  public boolean namesContent() {
    return columns.stream().anyMatch(column -> column.name().equals(CONTENT_KEY));
  }

  public Column column(String column) {
    return columns.stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
  }
}
