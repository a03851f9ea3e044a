package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.table.Field;
import dev.agentmailbox.port.table.Index;
import dev.agentmailbox.port.table.StoredRow;
import dev.agentmailbox.port.table.Table;
import dev.agentmailbox.port.table.TableSpec;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** A declared table. */
public final class SpecTable<T> implements Table<T> {
  private final Statements statements;
  private final TableSpec<T> spec;
  private final SpecSql<T> sql;

  public SpecTable(Statements statements, TableSpec<T> spec) {
    this.statements = statements;
    this.spec = spec;
    this.sql = SpecSql.of(spec);
  }

  @Override
  public Optional<T> find(String... key) {
    return one(sql.find, spec.key(), key);
  }

  @Override
  public Optional<T> find(Index<T> unique, String... values) {
    return one(sql.of(unique).all(), unique.fixed(), values);
  }

  @Override
  public Optional<T> lock(String... key) {
    return Rows.one(bind(statements.lockingQuery(sql.lock), spec.key(), key), this::read);
  }

  private Optional<T> one(String select, List<String> columns, String... values) {
    Supplier<Optional<T>> read =
        () -> Rows.one(bind(statements.query(select), columns, values), this::read);
    return sql.cached == null
        ? read.get()
        : statements.cached(sql.cached, List.of(select, List.of(values)), read);
  }

  /** A change of the table. */
  private DirectUpdate change(String statement) {
    if (sql.cached != null) {
      statements.change(sql.cached);
    }
    return statements.direct(statement);
  }

  @Override
  public boolean insert(T row) {
    return statements.runUnlessKnown(
        bind(change(sql.insert + statements.dialect().skipDuplicates()), row));
  }

  @Override
  public void add(T row) {
    statements.write(bind(change(sql.insert), row));
  }

  @Override
  public boolean update(T row) {
    return statements.run(bind(change(sql.update), row)) > 0;
  }

  @Override
  public void put(T row) {
    if (!update(row) && !insert(row)) {
      update(row);
    }
  }

  @Override
  public boolean remove(String... key) {
    return statements.run(bindKey(change(sql.delete), spec.key(), key)) > 0;
  }

  @Override
  public List<T> list(Index<T> list, String... fixed) {
    return Rows.list(bind(statements.query(sql.of(list).all()), list.fixed(), fixed), this::read);
  }

  @Override
  public List<T> lockAll(Index<T> list, String... fixed) {
    return Rows.list(
        bind(statements.lockingQuery(sql.of(list).lockAll()), list.fixed(), fixed), this::read);
  }

  @Override
  public int removeAll(Index<T> list, String... fixed) {
    return statements.run(bindKey(change(sql.of(list).deleteAll()), list.fixed(), fixed));
  }

  @Override
  public Page<T> page(Index<T> list, PageRequest page, String... fixed) {
    IndexRange range = Objects.requireNonNull(sql.of(list).range());
    Query query = bind(range.query(statements, page, TimeRange.ALL), list.fixed(), fixed);
    return Page.cut(Rows.list(query, this::read), page.limit(), row -> spec.position(list, row));
  }

  @Override
  public List<T> due(Index<T> list, Instant until, int limit, String... fixed) {
    Query query = bind(statements.query(sql.of(list).due()), list.fixed(), fixed);
    return Rows.list(due(query, until, limit), this::read);
  }

  private static Query due(Query query, Instant until, int limit) {
    return query.bind("until", Times.of(until)).bind("limit", limit);
  }

  @Override
  public int removeDue(Index<T> list, Instant until, int limit) {
    List<String[]> keys =
        Rows.list(due(statements.query(sql.of(list).dueKeys()), until, limit), this::readKey);
    PreparedBatch batch = statements.batch(sql.of(list).deleteDue());
    for (String[] key : keys) {
      bind(batch, spec.key(), key).bind("until", Times.of(until)).add();
    }
    return statements.run(batch);
  }

  @Override
  public long count(Index<T> list) {
    return statements.query(sql.of(list).count()).mapTo(Long.class).one();
  }

  private static <S extends SqlStatement<S>> S bind(
      S statement, List<String> columns, String... values) {
    requireEach(columns, values);
    for (int i = 0; i < values.length; i++) {
      statement.bind(columns.get(i), values[i]);
    }
    return statement;
  }

  private static DirectUpdate bindKey(DirectUpdate update, List<String> columns, String... values) {
    requireEach(columns, values);
    for (int i = 0; i < values.length; i++) {
      update.bind(columns.get(i), values[i]);
    }
    return update;
  }

  private static void requireEach(List<String> columns, String... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException("values are needed for " + columns);
    }
  }

  private DirectUpdate bind(DirectUpdate update, T row) {
    for (Field<T> field : spec.fields()) {
      update.bind(field.name(), stored(field.getter().apply(row)));
    }
    return update;
  }

  private static @Nullable Object stored(@Nullable Object value) {
    if (value instanceof Instant time) {
      return Times.of(time);
    }
    if (value == null
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof String) {
      return value;
    }
    return Json.write(value);
  }

  private String[] readKey(ResultSet row) throws SQLException {
    List<String> key = new ArrayList<>();
    for (String column : spec.key()) {
      key.add(row.getString(column));
    }
    return key.toArray(String[]::new);
  }

  private T read(ResultSet row) throws SQLException {
    return spec.read(new JdbcRow(row));
  }

  private record JdbcRow(ResultSet row) implements StoredRow {
    @Override
    public <V> @Nullable V get(String column, Class<V> type) {
      try {
        Object value = value(column, type);
        return value == null || row.wasNull() ? null : type.cast(value);
      } catch (SQLException e) {
        throw SqlFailure.storeException(e);
      }
    }

    private @Nullable Object value(String column, Class<?> type) throws SQLException {
      if (type == Instant.class) {
        return Times.read(row, column);
      } else if (type == Integer.class) {
        return row.getInt(column);
      } else if (type == Long.class) {
        return row.getLong(column);
      } else if (type == Boolean.class) {
        return row.getBoolean(column);
      }
      String text = row.getString(column);
      return text == null || type == String.class ? text : Json.read(text, type);
    }
  }
}
