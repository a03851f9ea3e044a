package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The row with the position of the last journal record contained in the database. Updated in the
 * same transaction, so it is correct in any state of the file.
 *
 * @param history random id shared by the database and its journal
 * @param position of the last record applied; zero in a new database
 */
record JournalPosition(long history, long position) {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS journal_position (
        history BIGINT NOT NULL PRIMARY KEY,
        position BIGINT NOT NULL
      )""";
  private static final String FIND = "SELECT history, position FROM journal_position";
  private static final String INSERT =
      "INSERT INTO journal_position (history, position) VALUES (?, 0)";
  private static final String UPDATE = "UPDATE journal_position SET position = ?";

  /** Reads the row; creates it in a new database. */
  static JournalPosition of(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      try (ResultSet row = statement.executeQuery(FIND)) {
        if (row.next()) {
          return new JournalPosition(row.getLong(1), row.getLong(2));
        }
      }
      return insert(connection);
    } catch (SQLException e) {
      throw new StoreException("the position of the journal cannot be read", e);
    }
  }

  private static JournalPosition insert(Connection connection) throws SQLException {
    long history = new SecureRandom().nextLong();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setLong(1, history);
      insert.executeUpdate();
    }
    return new JournalPosition(history, 0);
  }

  /** Records a position in the transaction of a connection. */
  static void note(StatementCache statements, long position) throws SQLException {
    PreparedStatement update = statements.take(UPDATE);
    update.setLong(1, position);
    if (update.executeUpdate() != 1) {
      throw new SQLException("the position of the journal is missing");
    }
    statements.giveBack(UPDATE, update);
  }
}
