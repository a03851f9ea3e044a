package dev.agentmailbox.store.jdbc.sql;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What nearly every write reads and few writes change, kept from one writing transaction to the
 * next. Correct only where one transaction writes at a time and no other process writes at all, and
 * guarded by the lock that ensures it. Holds nothing that is not committed: a transaction that
 * changes a table reads the database from then on, and so does the next one until it has read it.
 */
public final class RowCache {
  /** Rows of one table; the one used longest ago goes first. */
  static final int MAX_ROWS = 10_000;

  /** The tables that rows are kept of. */
  public enum Table {
    ORGANIZATION,
    POD,
    LIST_ENTRY,
    SETTING,
    SEARCH_BLOCK
  }

  private final Map<Table, Map<Object, Object>> rows = new EnumMap<>(Table.class);
  private final Set<Table> changed = EnumSet.noneOf(Table.class);

  /** Reads what was kept, or else the database. */
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

  /** Called when the transaction was committed or rolled back. */
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
