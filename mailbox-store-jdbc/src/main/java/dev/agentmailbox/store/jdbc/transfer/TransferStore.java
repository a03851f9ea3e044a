package dev.agentmailbox.store.jdbc.transfer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** A store opened as a whole, without a server on it. Used by one thread. */
public interface TransferStore extends AutoCloseable {
  /** Auto-commit is off; in a source everything is read as it was at one moment. */
  Connection connection();

  /** The raw messages that rows name. */
  StoredContent content();

  /**
   * An expression that numbers the rows of any table and that rows are found by; empty when rows
   * are read in the order of their primary keys.
   */
  Optional<String> rowNumber();

  @Override
  void close();

  /** Whether the database as a whole cannot be asked any more: nothing of it is damaged then. */
  static boolean isGone(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    return state.startsWith("08") || state.startsWith("57P") || state.equals("90098");
  }
}
