package dev.agentmailbox.memory.rows;

import dev.agentmailbox.port.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A table: immutable rows under a primary key, with declared unique keys and sorted lists. Changes
 * of a row update these indexes and are recorded in the {@link UndoLog} for rollback.
 *
 * <p>Declare indexes before inserting rows. Not thread safe: guarded by the store's lock; the undo
 * log rejects changes outside a write transaction.
 *
 * @param <K> primary key
 * @param <T> row
 */
public final class Rows<K, T> {
  private final UndoLog undo;
  private final Function<T, K> key;
  private final UniqueKey<K, T> primary;
  private final List<UniqueKey<?, T>> keys = new ArrayList<>();
  private final List<Part<T>> parts = new ArrayList<>();

  public Rows(UndoLog undo, Function<T, K> key) {
    this.undo = undo;
    this.key = key;
    this.primary = unique(key);
  }

  /** Declares a unique key; null keys are not indexed. */
  public <U> UniqueKey<U, T> unique(Function<T, @Nullable U> uniqueKey) {
    UniqueKey<U, T> declared = new UniqueKey<>(undo, uniqueKey);
    keys.add(declared);
    parts.add(declared);
    return declared;
  }

  /** Declares a list of all rows by time and primary key; rows with a null time are not indexed. */
  public RowList<T> list(Function<T, @Nullable Instant> time) {
    return list(row -> RowList.WHOLE, time);
  }

  /** As {@link #list(Function)}, partitioned. */
  public RowList<T> list(Function<T, String> partition, Function<T, @Nullable Instant> time) {
    return list(partition, time, row -> key.apply(row).toString());
  }

  /** As {@link #list(Function, Function)}, with another tie-breaker. */
  public RowList<T> list(
      Function<T, String> partition,
      Function<T, @Nullable Instant> time,
      Function<T, String> tieBreak) {
    return declare(row -> List.of(partition.apply(row)), time, tieBreak);
  }

  /** As {@link #list(Function, Function)}, with each row in any number of partitions. */
  public RowList<T> lists(
      Function<T, Collection<String>> partitions, Function<T, @Nullable Instant> time) {
    return declare(partitions, time, row -> key.apply(row).toString());
  }

  private RowList<T> declare(
      Function<T, Collection<String>> partitions,
      Function<T, @Nullable Instant> time,
      Function<T, String> tieBreak) {
    RowList<T> declared = new RowList<>(undo, partitions, time, tieBreak);
    parts.add(declared);
    return declared;
  }

  /** Declares the content that rows reference, for reference counting across tables. */
  public void counted(ContentNames names, Function<T, List<String>> contentKeys) {
    parts.add(
        (cell, before, after) -> {
          List<String> old = before == null ? List.of() : contentKeys.apply(before);
          List<String> next = after == null ? List.of() : contentKeys.apply(after);
          if (!old.equals(next)) {
            old.forEach(names::remove);
            next.forEach(names::add);
          }
        });
  }

  public Optional<T> find(K wanted) {
    return primary.find(wanted);
  }

  /** Adds a row; false when one of its keys is taken. */
  public boolean insert(T row) {
    if (isTaken(row, null)) {
      return false;
    }
    follow(new Cell<>(row), null, row);
    return true;
  }

  /**
   * Adds a row.
   *
   * @throws StoreException one of its keys is taken
   */
  public void add(T row) {
    if (!insert(row)) {
      throw taken();
    }
  }

  /** Inserts a row or replaces the one with the same primary key. */
  public void put(T row) {
    if (!update(key.apply(row), old -> row)) {
      add(row);
    }
  }

  /** Changes a row; false when it does not exist. */
  public boolean update(K wanted, UnaryOperator<T> change) {
    return updateIf(wanted, row -> true, change);
  }

  /**
   * Changes a row; false when it does not exist or does not meet the condition.
   *
   * @throws StoreException one of its new keys is taken
   */
  public boolean updateIf(K wanted, Predicate<T> condition, UnaryOperator<T> change) {
    Optional<Cell<T>> found = primary.cell(wanted).filter(cell -> condition.test(cell.row()));
    found.ifPresent(
        cell -> {
          T before = cell.row();
          T after = change.apply(before);
          if (isTaken(after, cell)) {
            throw taken();
          }
          undo.set(cell, after);
          follow(cell, before, after);
        });
    return found.isPresent();
  }

  /** Removes a row; false when it does not exist. */
  public boolean remove(K wanted) {
    return removeIf(wanted, row -> true);
  }

  /** Removes a row; false when it does not exist or does not meet the condition. */
  public boolean removeIf(K wanted, Predicate<T> condition) {
    Optional<Cell<T>> found = primary.cell(wanted).filter(cell -> condition.test(cell.row()));
    found.ifPresent(cell -> follow(cell, cell.row(), null));
    return found.isPresent();
  }

  /** Removes rows; returns their number. */
  public int removeAll(Collection<T> rows) {
    rows.forEach(row -> remove(key.apply(row)));
    return rows.size();
  }

  private boolean isTaken(T row, @Nullable Cell<T> own) {
    return keys.stream().anyMatch(declared -> declared.isTaken(row, own));
  }

  private static StoreException taken() {
    return new StoreException("duplicate key", null);
  }

  private void follow(Cell<T> cell, @Nullable T before, @Nullable T after) {
    parts.forEach(part -> part.follow(cell, before, after));
  }
}
