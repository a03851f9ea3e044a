package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.jdbc.sql.DirectConnection;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Counts the statements that are run through data sources; a batch is one. Thread safe. */
final class StatementCount {
  private final List<String> run = new ArrayList<>();

  DataSource counting(DataSource source) {
    return view(
        DataSource.class,
        source,
        result ->
            result instanceof Connection connection
                ? view(
                    Connection.class,
                    connection,
                    unwrapped ->
                        unwrapped instanceof DirectConnection direct ? view(direct) : unwrapped)
                : result);
  }

  private DirectConnection view(DirectConnection target) {
    return (sql, rows) -> {
      note(sql);
      return target.update(sql, rows);
    };
  }

  private <T> T view(Class<T> type, T target, UnaryOperator<Object> results) {
    return type.cast(
        Proxy.newProxyInstance(
            StatementCount.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object result = QueryPlans.invoke(() -> method.invoke(target, arguments));
              return result instanceof PreparedStatement statement
                  ? view((String) arguments[0], statement)
                  : results.apply(result);
            }));
  }

  private PreparedStatement view(String sql, PreparedStatement target) {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            StatementCount.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              if (method.getName().startsWith("execute")) {
                note(sql);
              }
              return QueryPlans.invoke(() -> method.invoke(target, arguments));
            });
  }

  private synchronized void note(String sql) {
    // Content goes to the journal alone.
    if (!sql.equals(JournaledContent.SQL)) {
      run.add(sql.replaceAll("\\s+", " "));
    }
  }

  /** The statements run since the last call, in their order. */
  synchronized List<String> take() {
    List<String> taken = List.copyOf(run);
    run.clear();
    return taken;
  }
}
