package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import javax.sql.DataSource;

/**
 * Notes every statement that goes through a data source and asks the database how it would run it:
 * with an index and, where it is ordered, in the order of that index.
 */
final class QueryPlans {
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
              return invoke(() -> method.invoke(connection, arguments));
            });
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

  /** Fails when a statement that was noted since the last call reads a whole table or sorts. */
  void assertIndexed(Connection connection) throws SQLException {
    List<String> bad = new ArrayList<>();
    for (String sql : seen) {
      if (explained.add(sql) && !sql.toUpperCase(Locale.ROOT).startsWith("INSERT")) {
        String plan = explain(connection, sql);
        boolean sorts = sql.contains("ORDER BY") && !plan.contains("/* index sorted */");
        if (plan.contains("tableScan") || sorts) {
          bad.add(plan);
        }
      }
    }
    assertEquals(List.of(), bad, "statements without a fitting index");
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
