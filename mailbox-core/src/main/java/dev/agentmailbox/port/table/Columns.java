package dev.agentmailbox.port.table;

import dev.agentmailbox.access.Scope;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The columns of a row and how to make the row of them again. The compiler checks that the columns
 * are those of the constructor, in its order. Immutable.
 */
public final class Columns<T> {
  private final List<Field<T>> fields;
  private final Function<StoredRow, T> reader;

  private Columns(List<Column<T, ?>> columns, Function<StoredRow, T> reader) {
    this(columns.stream().flatMap(column -> column.fields().stream()), reader);
  }

  private Columns(Stream<Field<T>> fields, Function<StoredRow, T> reader) {
    this.fields = fields.toList();
    this.reader = reader;
  }

  /** The three columns of a scope. */
  public static Columns<Scope> scope() {
    return columns(
        Scope::new,
        Column.text("org_id", Scope::organizationId),
        Column.text("pod_id", Scope::podId),
        Column.text("inbox_id", Scope::inboxId));
  }

  /** Adds a column that is only queried: its value is also part of another one. */
  public Columns<T> and(Column<T, ?> copy) {
    return new Columns<>(Stream.concat(fields.stream(), copy.fields().stream()), reader);
  }

  /**
   * The table of these rows, without further keys and lists.
   *
   * @param key columns of the primary key, all text, separated by comma and space
   */
  public TableSpec<T> table(String name, String key) {
    return TableSpec.of(name, this, key);
  }

  List<Field<T>> fields() {
    return fields;
  }

  T read(StoredRow row) {
    return reader.apply(row);
  }

  /** Makes a row of 1 component. */
  @FunctionalInterface
  public interface Of1<A, T> {
    T make(A a);
  }

  public static <T, A> Columns<T> columns(Of1<A, T> maker, Column<T, A> a) {
    return new Columns<>(List.of(a), row -> maker.make(a.read(row)));
  }

  /** Makes a row of 2 components. */
  @FunctionalInterface
  public interface Of2<A, B, T> {
    T make(A a, B b);
  }

  public static <T, A, B> Columns<T> columns(Of2<A, B, T> maker, Column<T, A> a, Column<T, B> b) {
    return new Columns<>(List.of(a, b), row -> maker.make(a.read(row), b.read(row)));
  }

  /** Makes a row of 3 components. */
  @FunctionalInterface
  public interface Of3<A, B, C, T> {
    T make(A a, B b, C c);
  }

  public static <T, A, B, C> Columns<T> columns(
      Of3<A, B, C, T> maker, Column<T, A> a, Column<T, B> b, Column<T, C> c) {
    return new Columns<>(
        List.of(a, b, c), row -> maker.make(a.read(row), b.read(row), c.read(row)));
  }

  /** Makes a row of 4 components. */
  @FunctionalInterface
  public interface Of4<A, B, C, D, T> {
    T make(A a, B b, C c, D d);
  }

  public static <T, A, B, C, D> Columns<T> columns(
      Of4<A, B, C, D, T> maker, Column<T, A> a, Column<T, B> b, Column<T, C> c, Column<T, D> d) {
    return new Columns<>(
        List.of(a, b, c, d), row -> maker.make(a.read(row), b.read(row), c.read(row), d.read(row)));
  }

  /** Makes a row of 5 components. */
  @FunctionalInterface
  public interface Of5<A, B, C, D, E, T> {
    T make(A a, B b, C c, D d, E e);
  }

  public static <T, A, B, C, D, E> Columns<T> columns(
      Of5<A, B, C, D, E, T> maker,
      Column<T, A> a,
      Column<T, B> b,
      Column<T, C> c,
      Column<T, D> d,
      Column<T, E> e) {
    return new Columns<>(
        List.of(a, b, c, d, e),
        row -> maker.make(a.read(row), b.read(row), c.read(row), d.read(row), e.read(row)));
  }

  /** Makes a row of 6 components. */
  @FunctionalInterface
  public interface Of6<A, B, C, D, E, F, T> {
    T make(A a, B b, C c, D d, E e, F f);
  }

  public static <T, A, B, C, D, E, F> Columns<T> columns(
      Of6<A, B, C, D, E, F, T> maker,
      Column<T, A> a,
      Column<T, B> b,
      Column<T, C> c,
      Column<T, D> d,
      Column<T, E> e,
      Column<T, F> f) {
    return new Columns<>(
        List.of(a, b, c, d, e, f),
        row ->
            maker.make(
                a.read(row), b.read(row), c.read(row), d.read(row), e.read(row), f.read(row)));
  }

  /** Makes a row of 7 components. */
  @FunctionalInterface
  public interface Of7<A, B, C, D, E, F, G, T> {
    T make(A a, B b, C c, D d, E e, F f, G g);
  }

  public static <T, A, B, C, D, E, F, G> Columns<T> columns(
      Of7<A, B, C, D, E, F, G, T> maker,
      Column<T, A> a,
      Column<T, B> b,
      Column<T, C> c,
      Column<T, D> d,
      Column<T, E> e,
      Column<T, F> f,
      Column<T, G> g) {
    return new Columns<>(
        List.of(a, b, c, d, e, f, g),
        row ->
            maker.make(
                a.read(row),
                b.read(row),
                c.read(row),
                d.read(row),
                e.read(row),
                f.read(row),
                g.read(row)));
  }

  /** Makes a row of 8 components. */
  @FunctionalInterface
  public interface Of8<A, B, C, D, E, F, G, H, T> {
    T make(A a, B b, C c, D d, E e, F f, G g, H h);
  }

  public static <T, A, B, C, D, E, F, G, H> Columns<T> columns(
      Of8<A, B, C, D, E, F, G, H, T> maker,
      Column<T, A> a,
      Column<T, B> b,
      Column<T, C> c,
      Column<T, D> d,
      Column<T, E> e,
      Column<T, F> f,
      Column<T, G> g,
      Column<T, H> h) {
    return new Columns<>(
        List.of(a, b, c, d, e, f, g, h),
        row ->
            maker.make(
                a.read(row),
                b.read(row),
                c.read(row),
                d.read(row),
                e.read(row),
                f.read(row),
                g.read(row),
                h.read(row)));
  }
}
