package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Change;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.h2.journal.ReplayTarget;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;

/** Replays the journal, one transaction per record. */
final class Replay implements ReplayTarget {
  private final Connection connection;
  private final JournaledContent content;
  private final StatementCache statements;

  private Replay(Connection connection, JournaledContent content) {
    this.connection = connection;
    this.content = content;
    this.statements = new StatementCache(connection);
  }

  /**
   * Replays the records that a database lacks.
   *
   * @param after the position of the database
   * @param forced the known durable state
   * @param content recovers what records have
   * @return the position after the replay
   * @throws StoreException also when the journal ends before the durable position
   */
  static long run(
      Journal journal,
      long after,
      Optional<ForcedState> forced,
      Connection connection,
      JournaledContent content) {
    forced
        .map(ForcedState::segment)
        .filter(number -> number > 0)
        .ifPresent(journal::requireSegment);
    long last = run(journal, after, connection, content);
    long durable = forced.map(ForcedState::position).orElse(0L);
    if (last < durable) {
      throw new StoreException(
          "the journal lacks changes " + (last + 1) + " to " + durable + ", which were durable",
          null);
    }
    return last;
  }

  private static long run(
      Journal journal, long after, Connection connection, JournaledContent content) {
    try {
      connection.setAutoCommit(false);
      try {
        return journal.replay(after, new Replay(connection, content));
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new StoreException("the journal cannot be replayed", e);
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
    } catch (IOException e) {
      throw new StoreException("the content of change " + position + " cannot be restored", e);
    }
  }

  private void apply(Change change) throws SQLException, IOException {
    if (change.sql().equals(JournaledContent.SQL)) {
      content.recover((String) change.parameters().get(0), (byte[]) change.parameters().get(1));
      return;
    }
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
      throw new SQLException("it changes a different number of rows");
    }
    statements.giveBack(change.sql(), statement);
  }
}
