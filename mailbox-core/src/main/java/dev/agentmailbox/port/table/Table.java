package dev.agentmailbox.port.table;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rows of one declared table within a transaction; the rules of {@code StoreTransaction} hold.
 *
 * <p>Keys and fixed columns are given by value, in the order of their declaration. The declaration
 * names the owner first, so the organization or human is the first argument of every finder. A row
 * with a secret is found by the hash of the secret instead.
 *
 * <p>A change that depends on what is stored is made behind {@link #lock}:
 *
 * <pre>{@code
 * table.lock(id).filter(code -> code.isOpen(now)).map(code -> code.used(now)).ifPresent(table::update)
 * }</pre>
 */
public interface Table<T> {
  Optional<T> find(String... key);

  /** The row with a unique key. */
  Optional<T> find(Index<T> unique, String... values);

  /** As {@link #find}; no other transaction changes the row before this one ends. */
  Optional<T> lock(String... key);

  /** Returns false when the primary key or a unique key is taken. */
  boolean insert(T row);

  /**
   * Inserts a row whose keys are new.
   *
   * @throws dev.agentmailbox.port.StoreException a key is taken
   */
  void add(T row);

  /** Replaces the row with the same primary key; false when there is none. */
  boolean update(T row);

  /** Inserts the row, or replaces the one with the same primary key. */
  void put(T row);

  /** Returns false when there is no such row. */
  boolean remove(String... key);

  /** All rows with these values, in the order of the list. */
  List<T> list(Index<T> list, String... fixed);

  /** As {@link #list}, in any order; no other transaction changes them before this one ends. */
  List<T> lockAll(Index<T> list, String... fixed);

  /** Removes all rows with these values; returns their number. */
  int removeAll(Index<T> list, String... fixed);

  /** One page of a list that is sorted by a time and an id. */
  Page<T> page(Index<T> list, PageRequest page, String... fixed);

  /** Rows whose time in the list is {@code until} or earlier, earliest first. */
  List<T> due(Index<T> list, Instant until, int limit, String... fixed);

  /**
   * Removes rows whose time in the list is {@code until} or earlier, earliest first; returns their
   * number.
   */
  int removeDue(Index<T> list, Instant until, int limit);

  /** Number of rows of a list without fixed columns. */
  long count(Index<T> list);
}
