package dev.agentmailbox.store.jdbc.sql;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What differs between databases, and nothing else. Immutable. */
public interface Dialect {
  /** SQLState of a duplicate key, the same everywhere. */
  String DUPLICATE_KEY = "23505";

  /**
   * Values of the {@code ${…}} variables in migrations: {@code text}, {@code key} and {@code bytes}
   * types. Keys sort by the bytes of their text.
   */
  Map<String, String> schemaVariables();

  /** Statements that let one process at a time migrate, until the transaction ends. */
  List<String> lockSchema();

  /** Appended to an INSERT that may meet a row with the same key; may be empty. */
  String skipDuplicates();

  /**
   * Statements that keep this transaction from waiting longer than that for a lock; none where no
   * transaction ever does.
   */
  List<String> limitLockWait(Duration wait);

  /** Statements that put the usual wait for locks back; nothing timed out. */
  List<String> usualLockWait();

  /** Statements after which the transaction goes on although a lock timed out. */
  List<String> afterLockTimeout();

  /** Whether another transaction held a lock for too long. */
  boolean isLockTimeout(SQLException failure);

  /** Whether the transaction lost a race and may do well when it is run again. */
  boolean isRetryable(SQLException failure);
}
