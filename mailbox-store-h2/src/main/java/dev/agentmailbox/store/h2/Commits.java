package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.h2.journal.Change;
import dev.agentmailbox.store.h2.journal.Journal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Commits of the writing connection: first the record is in the journal, then the database commits,
 * in memory. Used by the holder of the writer lane.
 */
final class Commits {
  private final Journal journal;
  private final Runnable committed;
  private long position;

  /**
   * Goes on after a position.
   *
   * @param committed called after each commit
   */
  Commits(Journal journal, long position, Runnable committed) {
    this.journal = journal;
    this.position = position;
    this.committed = committed;
  }

  void commit(Connection connection, StatementCache statements, List<Change> changes)
      throws SQLException {
    journal.requireWritable();
    JournalPosition.note(statements, position + 1);
    journal.append(position + 1, changes);
    position++;
    boolean done = false;
    try {
      connection.commit();
      done = true;
    } finally {
      if (!done) {
        // The writer is told that it failed, but the record is there and the next start runs it:
        // until then nothing may be written that would come after it.
        journal.fail(new SQLException("a commit failed after its record was written"));
      }
    }
    committed.run();
  }
}
