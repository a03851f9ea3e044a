package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.h2.journal.Change;
import dev.agentmailbox.store.h2.journal.Journal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Commits of the write connection: first appends the record to the journal, then commits the
 * database in memory. Used by the holder of the write lock.
 */
final class Commits {
  private final Journal journal;
  private final Runnable committed;
  private volatile long position;

  /**
   * Continues after a position.
   *
   * @param committed called after each commit
   */
  Commits(Journal journal, long position, Runnable committed) {
    this.journal = journal;
    this.position = position;
    this.committed = committed;
  }

  /** The newest record; a transaction that ended before the call has seen nothing newer. */
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
        // The next start will replay the record, so reads until then are stale.
        journal.failWithLoss("a commit failed after its record was written");
      }
    }
    committed.run();
  }
}
