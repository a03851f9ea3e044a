package dev.agentmailbox.store.h2;

import dev.agentmailbox.store.h2.journal.Change;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A prepared statement of the {@link JournaledConnection}; records its parameters. */
final class JournaledStatement {
  private static final Set<String> CHANGING = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");

  private final String sql;
  private final StatementCache cache;
  private final JournaledConnection owner;
  private final PreparedStatement statement;
  private final boolean changing;
  private final List<@Nullable Object> parameters = new ArrayList<>();
  private final List<List<@Nullable Object>> batch = new ArrayList<>();
  private @Nullable ResultSet rows;
  private boolean closed;

  JournaledStatement(String sql, StatementCache cache, JournaledConnection owner)
      throws SQLException {
    this.sql = sql;
    this.cache = cache;
    this.owner = owner;
    this.changing = isChanging(sql);
    this.statement = cache.take(sql);
  }

  private static boolean isChanging(String sql) throws SQLException {
    String verb = sql.substring(0, Math.max(0, sql.indexOf(' ')));
    if (!verb.equals("SELECT") && !CHANGING.contains(verb)) {
      throw new SQLException("the journal does not support the statement " + verb);
    }
    return !verb.equals("SELECT");
  }

  /** Handles calls of the proxy. */
  @FunctionalInterface
  interface Calls {
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  static <T> T proxy(Class<T> type, Calls calls) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              case "toString" -> "journaled " + type.getSimpleName();
              default -> calls.call(method, arguments == null ? new Object[0] : arguments);
            };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  PreparedStatement view() {
    return proxy(PreparedStatement.class, this::call);
  }

  private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.startsWith("set")) {
      return set(method, arguments);
    }
    return switch (name) {
      case "execute", "executeUpdate", "executeQuery" -> execute(method, arguments);
      case "addBatch" -> addBatch(method, arguments);
      case "executeBatch" -> executeBatch();
      case "close" -> {
        close();
        yield null;
      }
      case "isClosed" -> closed;
      case "getUpdateCount", "getResultSet", "getMoreResults", "getWarnings", "clearWarnings" ->
          JournaledConnection.invoke(statement, method, arguments);
      default -> throw JournaledConnection.refused(method);
    };
  }

  private @Nullable Object set(Method method, @Nullable Object[] arguments) throws Throwable {
    boolean known = arguments.length >= 2 && arguments[0] instanceof Integer;
    JournaledConnection.require(known, method);
    Object value = method.getName().equals("setNull") ? null : arguments[1];
    JournaledConnection.require(Change.canHold(value), method);
    JournaledConnection.invoke(statement, method, arguments);
    int index = (Integer) arguments[0];
    while (parameters.size() < index) {
      parameters.add(null);
    }
    parameters.set(index - 1, value instanceof byte[] bytes ? bytes.clone() : value);
    return null;
  }

  private @Nullable Object execute(Method method, @Nullable Object[] arguments) throws Throwable {
    JournaledConnection.require(arguments.length == 0, method);
    if (changing) {
      owner.requireTransaction();
    }
    Object result = JournaledConnection.invoke(statement, method, arguments);
    if (changing) {
      note(parameters, statement.getUpdateCount());
    } else {
      rows = statement.getResultSet();
    }
    return result;
  }

  private void note(List<@Nullable Object> values, int count) {
    if (count > 0) {
      owner.note(new Change(sql, Collections.unmodifiableList(new ArrayList<>(values)), count));
    }
  }

  private @Nullable Object addBatch(Method method, @Nullable Object[] arguments) throws Throwable {
    JournaledConnection.require(arguments.length == 0 && changing, method);
    batch.add(new ArrayList<>(parameters));
    return JournaledConnection.invoke(statement, method, arguments);
  }

  private int[] executeBatch() throws SQLException {
    owner.requireTransaction();
    boolean done = false;
    try {
      int[] counts = statement.executeBatch();
      for (int i = 0; i < counts.length; i++) {
        note(batch.get(i), counts[i]);
      }
      done = true;
      return counts;
    } finally {
      batch.clear();
      if (!done) {
        owner.refuseCommit();
      }
    }
  }

  private void close() throws SQLException {
    if (!closed) {
      closed = true;
      if (rows != null) {
        rows.close();
      }
      cache.giveBack(sql, statement);
    }
  }
}
