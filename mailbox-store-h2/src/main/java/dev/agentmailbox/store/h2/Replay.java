package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Change;
import dev.agentmailbox.store.h2.journal.Journal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;

/** Runs the changes of the journal again, each transaction as one. */
final class Replay implements Journal.Target {
  private final Connection connection;
  private final StatementCache statements;

  private Replay(Connection connection) {
    this.connection = connection;
    this.statements = new StatementCache(connection);
  }

  /**
   * Runs what a database does not have yet.
   *
   * @param after the position that the database is in
   * @param forced what was known to be on the disk
   * @return the position it is in afterwards
   * @throws StoreException also when the journal ends before what was forced
   */
  static long run(
      Journal journal, long after, Optional<ForcedState> forced, Connection connection) {
    forced
        .map(ForcedState::segment)
        .filter(number -> number > 0)
        .ifPresent(journal::requireSegment);
    long last = run(journal, after, connection);
    long durable = forced.map(ForcedState::position).orElse(0L);
    if (last < durable) {
      throw new StoreException(
          "the journal lacks changes " + (last + 1) + " to " + durable + ", which were durable",
          null);
    }
    return last;
  }

  private static long run(Journal journal, long after, Connection connection) {
    try {
      connection.setAutoCommit(false);
      try {
        return journal.replay(after, new Replay(connection));
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new StoreException("the journal cannot be run again", e);
    }
  }

  @Override
  public void apply(long position, List<Change> changes) {
    try {
      for (Change change : changes) {
        apply(change);
      }
      JournalPosition.note(statements, position);
      connection.commit();
    } catch (SQLException e) {
      SQLException clean = new SQLException("code " + e.getErrorCode(), e.getSQLState());
      throw new StoreException(
          "change " + position + " of the journal does not fit the database", clean);
    }
  }

  private void apply(Change change) throws SQLException {
    PreparedStatement statement = statements.take(change.sql());
    for (int i = 0; i < change.parameters().size(); i++) {
      Object value = change.parameters().get(i);
      if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, value);
      }
    }
    if (statement.executeUpdate() != change.rows()) {
      throw new SQLException("it changes other rows");
    }
    statements.giveBack(change.sql(), statement);
  }
}
