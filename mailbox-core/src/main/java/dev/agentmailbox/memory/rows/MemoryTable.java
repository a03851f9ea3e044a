package dev.agentmailbox.memory.rows;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.port.table.TableSpec;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A declared table. Guarded by the store's lock, as {@link Rows} is. */
public final class MemoryTable<T> implements Table<T> {
  private final UndoLog undo;
  private final TableSpec<T> spec;
  private final Rows<String, T> rows;
  private final Map<Index<T>, UniqueKey<String, T>> uniqueKeys = new HashMap<>();
  private final Map<Index<T>, RowList<T>> lists = new HashMap<>();

  public MemoryTable(UndoLog undo, TableSpec<T> spec) {
    this.undo = undo;
    this.spec = spec;
    rows = new Rows<>(undo, row -> known(row, spec.key()));
    spec.uniqueKeys().forEach(index -> uniqueKeys.put(index, unique(index)));
    spec.lists().forEach(index -> lists.put(index, sorted(index)));
  }

  private UniqueKey<String, T> unique(Index<T> index) {
    return rows.unique(row -> joined(row, index.fixed()));
  }

  private RowList<T> sorted(Index<T> index) {
    boolean byTime = spec.isByTime(index);
    List<String> order = index.order();
    // Positions of pages consist of the time and the id; other lists need no position.
    List<String> ties =
        byTime && order.size() == 2
            ? order.subList(1, 2)
            : Stream.concat(order.stream().skip(byTime ? 1 : 0), spec.key().stream()).toList();
    return rows.list(
        row -> Objects.requireNonNullElse(joined(row, index.fixed()), ""),
        row -> {
          if (joined(row, index.fixed()) == null) {
            return null;
          }
          return byTime ? (Instant) spec.value(row, order.get(0)) : Instant.EPOCH;
        },
        row -> known(row, ties));
  }

  private String known(T row, List<String> columns) {
    return Objects.requireNonNull(joined(row, columns));
  }

  /** The values of columns as one text; null when the row lacks one. */
  private @Nullable String joined(T row, List<String> columns) {
    String[] values = new String[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = spec.value(row, columns.get(i));
      if (value == null) {
        return null;
      }
      values[i] = value.toString();
    }
    return joined(values);
  }

  private static String joined(String... values) {
    return String.join("\0", values);
  }

  private RowList<T> rowsOf(Index<T> list) {
    return Objects.requireNonNull(lists.get(list));
  }

  @Override
  public Optional<T> find(String... key) {
    return rows.find(joined(key));
  }

  @Override
  public Optional<T> find(Index<T> unique, String... values) {
    return Objects.requireNonNull(uniqueKeys.get(unique)).find(joined(values));
  }

  @Override
  public Optional<T> lock(String... key) {
    undo.requireWriter();
    return find(key);
  }

  @Override
  public boolean insert(T row) {
    return rows.insert(row);
  }

  @Override
  public void add(T row) {
    rows.add(row);
  }

  @Override
  public boolean update(T row) {
    return rows.update(known(row, spec.key()), before -> row);
  }

  @Override
  public void put(T row) {
    rows.put(row);
  }

  @Override
  public boolean remove(String... key) {
    return rows.remove(joined(key));
  }

  @Override
  public List<T> list(Index<T> list, String... fixed) {
    return rowsOf(list).all(joined(fixed));
  }

  @Override
  public List<T> lockAll(Index<T> list, String... fixed) {
    undo.requireWriter();
    return list(list, fixed);
  }

  @Override
  public int removeAll(Index<T> list, String... fixed) {
    return rows.removeAll(list(list, fixed));
  }

  @Override
  public Page<T> page(Index<T> list, PageRequest page, String... fixed) {
    List<T> found = rowsOf(list).page(joined(fixed), page);
    return Page.cut(found, page.limit(), row -> spec.position(list, row));
  }

  @Override
  public List<T> due(Index<T> list, Instant until, int limit, String... fixed) {
    return rowsOf(list).due(joined(fixed), until, limit);
  }

  @Override
  public int removeDue(Index<T> list, Instant until, int limit) {
    return rows.removeAll(due(list, until, limit));
  }

  @Override
  public long count(Index<T> list) {
    return rowsOf(list).all().size();
  }
}
