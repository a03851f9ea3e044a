package dev.agentmailbox.port.table;

import dev.agentmailbox.page.PagePosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of a table, from which every store makes it. Immutable; each is a constant, told
 * apart by identity.
 */
public final class TableSpec<T> {
  private final String name;
  private final Columns<T> columns;
  private final Map<String, Field<T>> fields;
  private final List<String> key;
  private final List<Index<T>> uniqueKeys;
  private final List<Index<T>> lists;

  private TableSpec(
      String name,
      Columns<T> columns,
      List<String> key,
      List<Index<T>> uniqueKeys,
      List<Index<T>> lists) {
    this.name = name;
    this.columns = columns;
    this.fields =
        columns.fields().stream().collect(Collectors.toMap(Field::name, Function.identity()));
    this.key = key;
    this.uniqueKeys = uniqueKeys;
    this.lists = lists;
  }

  static <T> TableSpec<T> of(String name, Columns<T> columns, String key) {
    return new TableSpec<>(name, columns, Index.names(key), List.of(), List.of());
  }

  /** Adds a unique key. */
  public TableSpec<T> unique(Index<T> index) {
    return new TableSpec<>(name, columns, key, with(uniqueKeys, index), lists);
  }

  /** Adds a list. */
  public TableSpec<T> list(Index<T> index) {
    return new TableSpec<>(name, columns, key, uniqueKeys, with(lists, index));
  }

  /** Adds a list of each level. */
  public TableSpec<T> list(ScopedList<T> list) {
    return list(list.organization()).list(list.pod()).list(list.inbox());
  }

  private List<Index<T>> with(List<Index<T>> declared, Index<T> index) {
    index.fixed().forEach(this::field);
    index.order().forEach(this::field);
    List<Index<T>> all = new ArrayList<>(declared);
    all.add(index);
    return List.copyOf(all);
  }

  public String name() {
    return name;
  }

  /** All columns, in a fixed order. */
  public List<Field<T>> fields() {
    return columns.fields();
  }

  /** Columns of the primary key. */
  public List<String> key() {
    return key;
  }

  public List<Index<T>> uniqueKeys() {
    return uniqueKeys;
  }

  public List<Index<T>> lists() {
    return lists;
  }

  public T read(StoredRow row) {
    return columns.read(row);
  }

  /** What a column has of a row; null for nothing. */
  public @Nullable Object value(T row, String column) {
    return field(column).getter().apply(row);
  }

  /** Whether a list is sorted by time. */
  public boolean isByTime(Index<T> list) {
    return !list.order().isEmpty() && field(list.order().get(0)).type() == Instant.class;
  }

  /** Where a row is in a list that is sorted by a time and an id. */
  public PagePosition position(Index<T> list, T row) {
    return new PagePosition(
        (Instant) field(list.order().get(0)).getter().apply(row),
        (String) field(list.order().get(1)).getter().apply(row));
  }

  private Field<T> field(String column) {
    Field<T> found = fields.get(column);
    if (found == null) {
      throw new IllegalArgumentException("the table " + name + " has no column " + column);
    }
    return found;
  }
}
