package dev.agentmailbox.port.table;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How one component of a row is stored: in a column, or, when it is an object, in several.
 *
 * <p>Getters may return null; then null is read again.
 *
 * @param <T> row
 * @param <V> component
 */
public final class Column<T, V> {
  private final List<Field<T>> fields;
  private final Function<StoredRow, V> reader;

  private Column(List<Field<T>> fields, Function<StoredRow, V> reader) {
    this.fields = fields;
    this.reader = reader;
  }

  private static <T, V> Column<T, V> of(String name, Class<V> type, Function<T, V> getter) {
    return new Column<>(
        List.of(new Field<T>(name, type, getter::apply)), row -> row.get(name, type));
  }

  public static <T> Column<T, String> text(String name, Function<T, String> getter) {
    return of(name, String.class, getter);
  }

  public static <T> Column<T, Instant> time(String name, Function<T, Instant> getter) {
    return of(name, Instant.class, getter);
  }

  public static <T> Column<T, Integer> number(String name, Function<T, Integer> getter) {
    return of(name, Integer.class, getter);
  }

  public static <T> Column<T, Long> largeNumber(String name, Function<T, Long> getter) {
    return of(name, Long.class, getter);
  }

  public static <T> Column<T, Boolean> flag(String name, Function<T, Boolean> getter) {
    return of(name, Boolean.class, getter);
  }

  /** A value that is stored whole. */
  public static <T, V> Column<T, V> object(String name, Class<V> type, Function<T, V> getter) {
    return of(name, type, getter);
  }

  /** A value that is stored as text of its own form. */
  public static <T, V> Column<T, V> coded(
      String name, Function<T, V> getter, Function<V, String> write, Function<String, V> read) {
    return new Column<>(
        List.of(new Field<T>(name, String.class, row -> orNull(getter.apply(row), write))),
        row -> orNull(row.get(name, String.class), read));
  }

  /** One of some values, stored as its name. */
  public static <T, V> Column<T, V> choice(
      String name, Function<T, V> getter, Function<V, String> write, V[] values) {
    return coded(
        name,
        getter,
        write,
        text ->
            Stream.of(values)
                .filter(one -> write.apply(one).equals(text))
                .findFirst()
                .orElseThrow());
  }

  /** An object whose own components have columns. */
  public static <T, V> Column<T, V> nested(Function<T, V> getter, Columns<V> columns) {
    return new Column<>(
        columns.fields().stream().map(field -> field.of(getter)).toList(), columns::read);
  }

  @SuppressWarnings("NullAway") // Null is what is stored for null.
  private static <A, B> B orNull(@Nullable A value, Function<A, B> change) {
    return value == null ? null : change.apply(value);
  }

  List<Field<T>> fields() {
    return fields;
  }

  V read(StoredRow row) {
    return reader.apply(row);
  }
}
