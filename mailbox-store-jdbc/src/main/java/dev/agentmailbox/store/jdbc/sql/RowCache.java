package dev.agentmailbox.store.jdbc.sql;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches rows that most writes read and few change, across write transactions. Correct only where
 * one transaction writes at a time and no other process writes; guarded by the lock that ensures
 * it. Contains committed data only: after changing a table, a transaction reads it from the
 * database, and the next one refills the cache.
 */
public final class RowCache {
  /** Maximum rows per table; the least recently used one is evicted. */
  static final int MAX_ROWS = 10_000;

  /** The cached tables. */
  public enum Table {
    ORGANIZATION,
    POD,
    LIST_ENTRY,
    SETTING,
    SEARCH_BLOCK
  }

  private final Map<Table, Map<Object, Object>> rows = new EnumMap<>(Table.class);
  private final Set<Table> changed = EnumSet.noneOf(Table.class);

  /** Reads from the cache, or else from the database. */
  @SuppressWarnings("unchecked") // A key is used for one type of value.
  public <T> T get(Table table, Object key, Supplier<T> read) {
    if (changed.contains(table)) {
      return read.get();
    }
    Map<Object, Object> kept = rows.computeIfAbsent(table, none -> new Bounded());
    @Nullable Object value = kept.get(key);
    if (value == null) {
      value = read.get();
      kept.put(key, value);
    }
    return (T) value;
  }

  /** Called before the transaction changes the table. */
  public void change(Table table) {
    changed.add(table);
    rows.remove(table);
  }

  /** Called after the commit or rollback. */
  public void endTransaction() {
    changed.clear();
  }

  private static final class Bounded extends LinkedHashMap<Object, Object> {
    private static final long serialVersionUID = 1L;

    Bounded() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Object, Object> eldest) {
      return size() > MAX_ROWS;
    }
  }
}
