package dev.agentmailbox.store.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * An update past Jdbi, for the tables that each message and each send writes: a seventh of the CPU
 * of a send was Jdbi's. Values are bound by the names of the parameters, as with Jdbi. Belongs to
 * one thread, and runs once.
 */
public final class DirectUpdate {
  private static final Pattern NAME = Pattern.compile(":([a-z_]+)");
  private static final Pattern TABLE = Pattern.compile("(?:INSERT INTO|UPDATE|DELETE FROM) (\\w+)");
  private static final String INSERT = "INSERT ";
  private static final String VALUES = "VALUES ";
  private static final Map<String, Shape> SHAPES = new ConcurrentHashMap<>();
  private static final Object UNBOUND = new Object();

  private final Connection connection;
  private final Shape shape;
  private final List<@Nullable Object[]> rows = new ArrayList<>(1);
  private @Nullable Object[] row;

  DirectUpdate(Connection connection, String sql) {
    this.connection = connection;
    this.shape = SHAPES.computeIfAbsent(sql, Shape::of);
    this.row = shape.row();
  }

  /**
   * An update whose values are given in their order.
   *
   * @param sql with a question mark for each value
   */
  DirectUpdate(Connection connection, String sql, List<?> values) {
    this.connection = connection;
    this.shape = Shape.of(sql, Map.of(), values.size());
    this.row = cleaned(values);
  }

  private static @Nullable Object[] cleaned(List<?> values) {
    return values.stream().map(DirectUpdate::clean).toArray();
  }

  /**
   * A statement with a question mark for each parameter.
   *
   * @param positions from 0, by name
   * @param table that is changed; empty when it is not known
   * @param locksRows whether it locks rows that other transactions see
   */
  private record Shape(
      String sql, Map<String, List<Integer>> positions, int size, String table, boolean locksRows) {
    static Shape of(String sql, Map<String, List<Integer>> positions, int size) {
      Matcher table = TABLE.matcher(sql);
      return new Shape(
          sql,
          positions,
          size,
          table.lookingAt() ? table.group(1) : "",
          !sql.startsWith(INSERT) || sql.contains(" ON CONFLICT "));
    }

    static Shape of(String named) {
      Map<String, List<Integer>> positions = new HashMap<>();
      Matcher names = NAME.matcher(named);
      int size = 0;
      while (names.find()) {
        positions.computeIfAbsent(names.group(1), name -> new ArrayList<>()).add(size++);
      }
      return of(names.replaceAll(name -> "?"), positions, size);
    }

    private @Nullable Object[] row() {
      @Nullable Object[] row = new Object[size];
      Arrays.fill(row, UNBOUND);
      return row;
    }
  }

  /**
   * Binds a parameter of the current row.
   *
   * @param value a String, Long, Integer, Boolean or null
   */
  public DirectUpdate bind(String name, @Nullable Object value) {
    List<Integer> positions = shape.positions.get(name);
    if (positions == null) {
      throw new IllegalArgumentException("the statement has no parameter " + name);
    }
    Object clean = clean(value);
    for (int position : positions) {
      row[position] = clean;
    }
    return this;
  }

  private static @Nullable Object clean(@Nullable Object value) {
    return value instanceof String text ? Json.clean(text) : value;
  }

  /** Ends the current row of several. */
  public void add() {
    if (Arrays.asList(row).contains(UNBOUND)) {
      throw new IllegalStateException("a parameter is not bound: " + shape.sql);
    }
    rows.add(row);
    row = shape.row();
  }

  /** Adds a row whose values are given in their order. */
  void add(List<?> values) {
    row = cleaned(values);
    add();
  }

  Connection connection() {
    return connection;
  }

  /** The number of all values of the rows that were added. */
  int size() {
    return rows.size() * shape.size;
  }

  /** The table that is changed; empty when it is not known. */
  String table() {
    return shape.table;
  }

  /** Whether it locks rows that other transactions see. */
  boolean locksRows() {
    return shape.locksRows;
  }

  /** Appends the statements of the rows that were added, an INSERT as one of all rows. */
  void appendTo(List<String> statements, List<@Nullable Object> values) {
    rows.forEach(added -> values.addAll(Arrays.asList(added)));
    int tuple = shape.sql.lastIndexOf(VALUES) + VALUES.length();
    if (rows.size() > 1 && tuple >= VALUES.length() && shape.sql.endsWith(")")) {
      String more = ", " + shape.sql.substring(tuple);
      statements.add(shape.sql + more.repeat(rows.size() - 1));
    } else {
      statements.addAll(Collections.nCopies(rows.size(), shape.sql));
    }
  }

  /** Runs the update of each row that was added. */
  int[] executeAll() {
    if (rows.isEmpty()) {
      return new int[0];
    }
    try {
      return connection.isWrapperFor(DirectConnection.class)
          ? connection.unwrap(DirectConnection.class).update(shape.sql, rows)
          : prepareAndExecute();
    } catch (SQLException e) {
      throw new UnableToExecuteStatementException(e, null);
    }
  }

  private int[] prepareAndExecute() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(shape.sql)) {
      for (@Nullable Object[] values : rows) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        if (rows.size() == 1) {
          return new int[] {statement.executeUpdate()};
        }
        statement.addBatch();
      }
      return statement.executeBatch();
    }
  }
}
