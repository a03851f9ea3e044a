package dev.agentmailbox.store.jdbc.service;

import dev.agentmailbox.store.jdbc.sql.Statements;

/** Named locks; each is a permanent row. */
public final class NamedLocks {
  private static final String INSERT = "INSERT INTO named_lock (lock_name) VALUES (:lock_name)";
  private static final String LOCK =
      "SELECT lock_name FROM named_lock WHERE lock_name = :lock_name FOR UPDATE";

  private final Statements statements;

  public NamedLocks(Statements statements) {
    this.statements = statements;
  }

  /** Acquires it until the end of the transaction. */
  public void lock(String name) {
    if (!taken(name)) {
      statements.runUnlessKnown(statements.insertUnlessKnown(INSERT).bind("lock_name", name));
      if (!taken(name)) {
        throw new IllegalStateException("a lock is missing");
      }
    }
  }

  private boolean taken(String name) {
    return statements
        .lockingQuery(LOCK)
        .bind("lock_name", name)
        .mapTo(String.class)
        .findOne()
        .isPresent();
  }
}
