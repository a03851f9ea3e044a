package dev.agentmailbox.store.jdbc.sql;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Caches rows that most transactions read and few change, where one transaction writes at a time
 * and no other process writes; elsewhere only what never changes. Contains committed data only:
 * from the first change of a table to the end of the transaction, every transaction reads that
 * table from the database. Thread safe.
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
    SEARCH_BLOCK,
    API_KEY
  }

  private final Map<Table, CachedTable> tables = new EnumMap<>(Table.class);

  private final boolean isExclusive;

  /** What never changes, also with other writers. */
  final LookUps lookUps = new LookUps();

  final ParsedRows mails = new ParsedRows();

  final EarlierRows earlierRows = new EarlierRows();

  /**
   * Creates an empty cache.
   *
   * @param isExclusive false with concurrent writers
   */
  public RowCache(boolean isExclusive) {
    this.isExclusive = isExclusive;
    for (Table table : Table.values()) {
      tables.put(table, new CachedTable());
    }
  }

  /** Reads from the cache, or else from the database. */
  @SuppressWarnings("unchecked") // A key is used for one type of value.
  public <T> T get(Table table, Object key, Supplier<T> read) {
    return isExclusive ? (T) of(table).get(key, read) : read.get();
  }

  /** Called before the transaction changes the table. */
  public void change(Table table) {
    of(table).beginChange();
  }

  /** Called after the commit or rollback of a transaction that may have changed tables. */
  public void endTransaction() {
    tables.values().forEach(CachedTable::endChange);
  }

  private CachedTable of(Table table) {
    return Objects.requireNonNull(tables.get(table));
  }

  private static final class CachedTable {
    private final Map<Object, Object> rows = new RecentlyUsed<>(MAX_ROWS);
    private boolean changing;

    /** A row read before a change is not kept after it. */
    private long changes;

    Object get(Object key, Supplier<?> read) {
      long begun;
      synchronized (this) {
        Object kept = rows.get(key);
        if (kept != null) {
          return kept;
        }
        begun = changes;
      }
      Object row = read.get();
      keep(key, row, begun);
      return row;
    }

    private synchronized void keep(Object key, Object row, long begun) {
      if (!changing && changes == begun) {
        rows.put(key, row);
      }
    }

    synchronized void beginChange() {
      changing = true;
      changes++;
      rows.clear();
    }

    synchronized void endChange() {
      if (changing) {
        changing = false;
        changes++;
      }
    }
  }
}
