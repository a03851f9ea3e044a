package dev.agentmailbox.memory.rows;

import dev.agentmailbox.port.StoreException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Rows by a key that no two of them share; a row whose key is null is not among them. */
public final class UniqueKey<K, T> implements Part<T> {
  private final UndoLog journal;
  private final Function<T, @Nullable K> key;
  private final Map<K, Cell<T>> cells = new HashMap<>();

  UniqueKey(UndoLog journal, Function<T, @Nullable K> key) {
    this.journal = journal;
    this.key = key;
  }

  public Optional<T> find(K wanted) {
    return cell(wanted).map(Cell::row);
  }

  /** Whether another row keeps this one out. */
  public boolean isTaken(T row) {
    K own = key.apply(row);
    return own != null && cells.containsKey(own);
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
      journal.remove(cells, old);
    }
    if (next != null) {
      if (cells.containsKey(next)) {
        throw new StoreException("another row has the same key", null);
      }
      journal.put(cells, next, cell);
    }
  }
}
