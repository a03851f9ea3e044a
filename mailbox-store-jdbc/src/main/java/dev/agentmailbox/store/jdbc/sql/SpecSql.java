package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.port.table.Field;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.TableSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a declared table; values are bound by the names of their columns. Immutable.
 */
final class SpecSql<T> {
  private static final Map<TableSpec<?>, SpecSql<?>> KNOWN = new ConcurrentHashMap<>();

  final String insert;
  final String update;
  final String find;
  final String lock;
  final String delete;
  final RowCache.@Nullable Table cached;
  private final Map<Index<T>, OfIndex> indexes;

  private SpecSql(TableSpec<T> spec) {
    List<String> columns = spec.fields().stream().map(Field::name).toList();
    String byKey = where(spec.key());
    cached =
        Stream.of(RowCache.Table.values())
            .filter(table -> table.name().equalsIgnoreCase(spec.name()))
            .findFirst()
            .orElse(null);
    insert =
        "INSERT INTO %s (%s) VALUES (:%s)"
            .formatted(spec.name(), String.join(", ", columns), String.join(", :", columns));
    update =
        columns.stream()
            .filter(column -> !spec.key().contains(column))
            .map(column -> column + " = :" + column)
            .collect(Collectors.joining(", ", "UPDATE " + spec.name() + " SET ", byKey));
    find = "SELECT * FROM " + spec.name() + byKey;
    lock = find + " FOR UPDATE";
    delete = "DELETE FROM " + spec.name() + byKey;
    indexes =
        Stream.concat(spec.uniqueKeys().stream(), spec.lists().stream())
            .collect(Collectors.toUnmodifiableMap(index -> index, index -> ofIndex(spec, index)));
  }

  @SuppressWarnings("unchecked") // Each is kept under its own declaration.
  static <T> SpecSql<T> of(TableSpec<T> spec) {
    return (SpecSql<T>) KNOWN.computeIfAbsent(spec, SpecSql::new);
  }

  OfIndex of(Index<T> index) {
    OfIndex known = indexes.get(index);
    if (known == null) {
      throw new IllegalArgumentException("the table has no such index: " + index);
    }
    return known;
  }

  private static String where(List<String> columns) {
    return columns.isEmpty()
        ? ""
        : columns.stream()
            .map(column -> column + " = :" + column)
            .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  /**
   * The statements of one index.
   *
   * @param range its pages; null when it is not sorted by a time and an id
   * @param dueKeys primary keys of due rows, for {@code deleteDue}
   * @param deleteDue checks the time again: it may have been moved since
   */
  record OfIndex(
      String all,
      String lockAll,
      String deleteAll,
      @Nullable IndexRange range,
      String due,
      String dueKeys,
      String deleteDue,
      String count) {
    /** Of an index without a time. */
    OfIndex(String all, String lockAll, String deleteAll) {
      this(all, lockAll, deleteAll, null, "", "", "", "");
    }
  }

  private static <T> OfIndex ofIndex(TableSpec<T> spec, Index<T> index) {
    String rows = "SELECT * FROM " + spec.name();
    String order =
        index.order().isEmpty()
            ? ""
            : Stream.concat(index.fixed().stream(), index.order().stream())
                .collect(Collectors.joining(", ", " ORDER BY ", ""));
    if (!spec.isByTime(index)) {
      String in = where(index.fixed());
      return new OfIndex(
          rows + in + order, rows + in + " FOR UPDATE", "DELETE FROM " + spec.name() + in);
    }
    String time = index.order().get(0);
    // The lower bound skips rows without a time, which H2 has first in the index.
    String in =
        where(index.fixed()) + (index.fixed().isEmpty() ? " WHERE " : " AND ") + time + " >= 0";
    String due = in + " AND " + time + " <= :until" + order + " FETCH FIRST :limit ROWS ONLY";
    return new OfIndex(
        rows + in + order,
        rows + in + " FOR UPDATE",
        "DELETE FROM " + spec.name() + in,
        index.order().size() == 2
            ? IndexRange.of(rows, String.join(", ", index.fixed()), time, index.order().get(1))
            : null,
        rows + due,
        "SELECT " + String.join(", ", spec.key()) + " FROM " + spec.name() + due,
        "DELETE FROM " + spec.name() + where(spec.key()) + " AND " + time + " <= :until",
        "SELECT COUNT(*) FROM " + spec.name() + in);
  }
}
