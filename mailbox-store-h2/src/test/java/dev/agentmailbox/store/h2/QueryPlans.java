package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.store.jdbc.sql.DirectConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Notes every statement that goes through a data source and asks the database how it would run it:
 * with an index and, where it is ordered, in the order of that index. A range of a column that may
 * be NULL needs a lower bound: NULL comes first, so that the range would begin with all rows that
 * have none.
 */
final class QueryPlans {
  private static final Pattern INDEX_USE =
      Pattern.compile("/\\* PUBLIC\\.(?<index>\\w+): (?<condition>[^*]*)\\*/");

  /** A list of tuples that are no whole key: all rows with the first column of one are read. */
  private static final Pattern PART_OF_TUPLE =
      Pattern.compile("/\\* PUBLIC\\.\\w+: \\w+ IN\\([^*]*\\*/[^;]*ROW \\(");

  private static final Pattern UPPER_BOUND = Pattern.compile("\\b(?<column>\\w+) <=? ");
  private static final String NULLABLE =
      """
      SELECT 1 FROM information_schema.indexes i
      JOIN information_schema.columns c
        ON c.table_schema = i.table_schema AND c.table_name = i.table_name
      WHERE i.index_name = ? AND c.column_name = ? AND c.is_nullable = 'YES'\
      """;

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Set<String> explained = new HashSet<>();

  DataSource noting(DataSource source) {
    return (DataSource)
        Proxy.newProxyInstance(
            QueryPlans.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              Object result = invoke(() -> method.invoke(source, arguments));
              return result instanceof Connection connection ? noting(connection) : result;
            });
  }

  private Connection noting(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            QueryPlans.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                seen.add((String) arguments[0]);
              }
              Object result = invoke(() -> method.invoke(connection, arguments));
              return result instanceof DirectConnection direct ? noting(direct) : result;
            });
  }

  private DirectConnection noting(DirectConnection connection) {
    return (sql, rows) -> {
      // Content goes to the journal alone.
      if (!sql.equals(JournaledContent.SQL)) {
        seen.add(sql);
      }
      return connection.update(sql, rows);
    };
  }

  interface Call {
    Object run() throws ReflectiveOperationException;
  }

  static Object invoke(Call call) throws Throwable {
    try {
      return call.run();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /**
   * Fails when a statement that was noted since the last call reads a whole table or all rows
   * without a value, or sorts.
   */
  synchronized void assertIndexed(Connection connection) throws SQLException {
    List<String> bad = new ArrayList<>();
    for (String sql : seen) {
      if (explained.add(sql) && !sql.toUpperCase(Locale.ROOT).startsWith("INSERT")) {
        String plan = explain(connection, sql);
        boolean sorts = sql.contains("ORDER BY") && !plan.contains("/* index sorted */");
        boolean scans = plan.contains("tableScan") || PART_OF_TUPLE.matcher(plan).find();
        if (scans || sorts || readsNulls(connection, plan)) {
          bad.add(plan);
        }
      }
    }
    assertEquals(List.of(), bad, "statements without a fitting index");
  }

  private static boolean readsNulls(Connection connection, String plan) throws SQLException {
    Matcher uses = INDEX_USE.matcher(plan);
    while (uses.find()) {
      String condition = uses.group("condition");
      Matcher bounds = UPPER_BOUND.matcher(condition);
      while (bounds.find()) {
        String column = bounds.group("column");
        boolean hasLower =
            Pattern.compile("\\b" + column + " (?:>=?|=) ").matcher(condition).find();
        if (!hasLower && isNullable(connection, uses.group("index"), column)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isNullable(Connection connection, String index, String column)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(NULLABLE)) {
      statement.setString(1, index);
      statement.setString(2, column);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  int count() {
    return explained.size();
  }

  private static String explain(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("EXPLAIN " + sql)) {
      int parameters = statement.getParameterMetaData().getParameterCount();
      for (int i = 1; i <= parameters; i++) {
        statement.setString(i, "1");
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}
