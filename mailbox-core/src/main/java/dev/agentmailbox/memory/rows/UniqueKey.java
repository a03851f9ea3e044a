package dev.agentmailbox.memory.rows;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A unique index; rows with a null key are not indexed. */
public final class UniqueKey<K, T> implements Part<T> {
  private final UndoLog undo;
  private final Function<T, @Nullable K> key;
  private final Map<K, Cell<T>> cells = new HashMap<>();

  UniqueKey(UndoLog undo, Function<T, @Nullable K> key) {
    this.undo = undo;
    this.key = key;
  }

  public Optional<T> find(K wanted) {
    return cell(wanted).map(Cell::row);
  }

  /** Whether another row has this row's key. */
  public boolean isTaken(T row) {
    return isTaken(row, null);
  }

  /**
   * As {@link #isTaken(Object)}.
   *
   * @param own the row's own cell; null when it is new
   */
  boolean isTaken(T row, @Nullable Cell<T> own) {
    K wanted = key.apply(row);
    Cell<T> holder = wanted == null ? null : cells.get(wanted);
    return holder != null && holder != own;
  }

  Optional<Cell<T>> cell(K wanted) {
    return Optional.ofNullable(cells.get(wanted));
  }

  @Override
  public void follow(Cell<T> cell, @Nullable T before, @Nullable T after) {
    K old = before == null ? null : key.apply(before);
    K next = after == null ? null : key.apply(after);
    if (Objects.equals(old, next)) {
      return;
    }
    if (old != null) {
      undo.remove(cells, old);
    }
    if (next != null) {
      undo.put(cells, next, cell);
    }
  }
}
