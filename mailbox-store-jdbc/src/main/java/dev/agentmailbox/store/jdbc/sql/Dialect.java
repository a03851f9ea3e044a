package dev.agentmailbox.store.jdbc.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The differences between databases. Immutable. */
public interface Dialect {
  /** SQLState of a duplicate key, the same everywhere. */
  String DUPLICATE_KEY = "23505";

  /**
   * Values of the {@code ${…}} variables in migrations: {@code text}, {@code key} and {@code bytes}
   * types, of which keys sort by the bytes of their text; {@code primary_key} names the primary key
   * of a table to drop it, before the name that PostgreSQL gives it; {@code names_of_words} are the
   * search words {@code d} once for each {@code name_of_words} among them.
   */
  Map<String, String> schemaVariables();

  /** Statements that serialize migrations until the transaction ends. */
  List<String> lockSchema();

  /** Appended to an INSERT that may conflict with an existing key; may be empty. */
  String skipDuplicates();

  /**
   * Appended to an INSERT of several rows, to add to those that exist; empty where there is no such
   * statement.
   *
   * @param key columns of the key
   * @param amounts columns that are added to
   */
  Optional<String> addToDuplicates(String table, List<String> key, List<String> amounts);

  /** A query that runs an UPDATE and returns a column of the changed rows, where there is one. */
  Optional<String> returning(String update, String column);

  /**
   * The statement that writes content with the first row that refers to it, of the values key,
   * number of bytes, key again and bytes.
   */
  String insertContent();

  /** Whether updates may be sent together, as one text of several statements. */
  boolean sendsTogether();

  /** Whether a failure is a lock timeout. */
  boolean isLockTimeout(SQLException failure);

  /** Whether the transaction lost a race and may be retried. */
  boolean isRetryable(SQLException failure);
}
