package dev.agentmailbox.store.jdbc.transfer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** A store opened for transfer, without a server. Used by one thread. */
public interface TransferStore extends AutoCloseable {
  /** Auto-commit is off; a source reads from one snapshot. */
  Connection connection();

  /** The raw messages. */
  StoredContent content();

  /**
   * An SQL expression for a row number by which rows of any table can be selected; empty when rows
   * are read in primary key order.
   */
  Optional<String> rowNumber();

  @Override
  void close();

  /** Whether the database is unavailable as a whole, which is not damage. */
  static boolean isGone(SQLException failure) {
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    return state.startsWith("08") || state.startsWith("57P") || state.equals("90098");
  }
}
