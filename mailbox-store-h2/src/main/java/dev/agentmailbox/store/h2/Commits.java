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
  private volatile long position;

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

  /** The newest record; what a transaction saw that ended before the call is not newer. */
  long position() {
    return position;
  }

  void commit(Connection connection, StatementCache statements, List<Change> changes)
      throws SQLException {
    journal.requireWritable();
    long next = position + 1;
    JournalPosition.note(statements, next);
    journal.append(next, changes);
    position = next;
    boolean done = false;
    try {
      connection.commit();
      done = true;
    } finally {
      if (!done) {
        // The record is there and the next start runs it, so what is read until then is too old.
        journal.lose("a commit failed after its record was written");
      }
    }
    committed.run();
  }
}
