package dev.agentmailbox.store.jdbc.postgres.move;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Statements with text parameters, and quoting for those that allow none. */
final class Sql {
  private Sql() {}

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  static String identifier(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  static int update(Connection connection, String sql, String... parameters) throws SQLException {
    try (PreparedStatement update = prepare(connection, sql, parameters)) {
      return update.executeUpdate();
    }
  }

  /** The first column of the first row. */
  static Optional<String> text(Connection connection, String sql, String... parameters)
      throws SQLException {
    try (PreparedStatement select = prepare(connection, sql, parameters);
        ResultSet row = select.executeQuery()) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }

  /** The second column of each row by the first. */
  static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
    Map<String, String> pairs = new HashMap<>();
    try (PreparedStatement select = prepare(connection, sql);
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        pairs.put(row.getString(1), row.getString(2));
      }
    }
    return pairs;
  }

  private static PreparedStatement prepare(Connection connection, String sql, String... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setString(i + 1, parameters[i]);
    }
    return statement;
  }
}
