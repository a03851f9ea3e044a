package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Change;
import dev.agentmailbox.store.jdbc.sql.DirectConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The single write connection. Records statements that change rows; commit appends them to the
 * journal before the database commits.
 *
 * <p>Refuses what it cannot record: statements without parameters, and changes outside a
 * transaction. Used by one thread at a time, the holder of the write lock.
 */
final class JournaledConnection implements DirectConnection, AutoCloseable {
  private static final String FAILED_BATCH = "a batch failed; the transaction cannot be committed";

  private final Connection connection;
  private final Commits commits;
  private final StatementCache statements;
  private final Connection view;
  private final AtomicBoolean used = new AtomicBoolean();
  private final List<Change> changes = new ArrayList<>();
  private int changesBefore;
  private boolean hasFailedBatch;

  JournaledConnection(Connection connection, Commits commits) {
    this.connection = connection;
    this.commits = commits;
    this.statements = new StatementCache(connection);
    this.view = JournaledStatement.proxy(Connection.class, this::call);
  }

  /** The connection for the store; must be closed before it is requested again. */
  Connection use() throws SQLException {
    if (!used.compareAndSet(false, true)) {
      throw new SQLException("the write connection is in use");
    }
    return view;
  }

  private @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "prepareStatement" -> prepare(method, arguments);
      case "isWrapperFor" -> DirectConnection.class.equals(arguments[0]);
      case "unwrap" -> this;
      case "commit" -> commit();
      case "rollback" -> arguments.length == 0 ? rollback() : rollback((Savepoint) arguments[0]);
      case "setSavepoint" -> {
        Object savepoint = invoke(connection, method, arguments);
        changesBefore = changes.size();
        yield savepoint;
      }
      case "releaseSavepoint" -> invoke(connection, method, arguments);
      case "close" -> giveBack();
      case "isClosed" -> !used.get();
      case "setAutoCommit" -> {
        require(changes.isEmpty(), method);
        yield invoke(connection, method, arguments);
      }
      case "getAutoCommit", "getMetaData", "getTransactionIsolation", "isReadOnly", "isValid" ->
          invoke(connection, method, arguments);
      default -> throw refused(method);
    };
  }

  private PreparedStatement prepare(Method method, @Nullable Object[] arguments)
      throws SQLException {
    require(arguments.length == 1 || isUsual(arguments), method);
    String sql = String.valueOf(arguments[0]);
    return new JournaledStatement(sql, statements, this).view();
  }

  @Override
  public int[] update(String sql, List<@Nullable Object[]> rows) throws SQLException {
    requireTransaction();
    if (sql.equals(JournaledContent.SQL)) {
      rows.forEach(values -> note(JournaledContent.change(values)));
      return rows.stream().mapToInt(values -> 1).toArray();
    }
    PreparedStatement statement = statements.take(sql);
    try {
      int[] counts = new int[rows.size()];
      for (int row = 0; row < counts.length; row++) {
        @Nullable Object[] values = rows.get(row);
        for (int i = 0; i < values.length; i++) {
          if (!Change.canHold(values[i])) {
            throw new SQLException("the journal does not support this type of a value");
          }
          statement.setObject(i + 1, values[i]);
        }
        counts[row] = statement.executeUpdate();
        if (counts[row] > 0) {
          note(new Change(sql, Collections.unmodifiableList(Arrays.asList(values)), counts[row]));
        }
      }
      return counts;
    } finally {
      statements.giveBack(sql, statement);
    }
  }

  private static boolean isUsual(@Nullable Object[] arguments) {
    return arguments.length == 3
        && Objects.equals(arguments[1], ResultSet.TYPE_FORWARD_ONLY)
        && Objects.equals(arguments[2], ResultSet.CONCUR_READ_ONLY);
  }

  /**
   * Called by a statement before it changes rows: a change in auto-commit mode would not be
   * recorded.
   */
  void requireTransaction() throws SQLException {
    if (connection.getAutoCommit()) {
      throw new SQLException("a change outside a transaction");
    }
  }

  /** Called by a statement that has changed rows. */
  void note(Change change) {
    changes.add(change);
  }

  /** Called by a batch that failed part-way, with unknown changes. */
  void refuseCommit() {
    hasFailedBatch = true;
  }

  private @Nullable Void commit() throws SQLException {
    if (hasFailedBatch) {
      throw new SQLException(FAILED_BATCH);
    }
    if (changes.isEmpty()) {
      connection.commit();
    } else {
      commits.commit(connection, statements, changes);
      changes.clear();
    }
    return null;
  }

  private @Nullable Void rollback() throws SQLException {
    changes.clear();
    hasFailedBatch = false;
    connection.rollback();
    return null;
  }

  /** Savepoints are sequential and never nested: only the newest is rolled back to. */
  private @Nullable Void rollback(@Nullable Savepoint savepoint) throws SQLException {
    connection.rollback(savepoint);
    changes.subList(changesBefore, changes.size()).clear();
    hasFailedBatch = false;
    return null;
  }

  private @Nullable Void giveBack() throws SQLException {
    if (used.get()) {
      if (!connection.getAutoCommit()) {
        rollback();
        connection.setAutoCommit(true);
      }
      used.set(false);
    }
    return null;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new StoreException("closing the write connection failed", e);
    }
  }

  static @Nullable Object invoke(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause == null ? e : cause;
    }
  }

  static void require(boolean known, Method method) throws SQLException {
    if (!known) {
      throw refused(method);
    }
  }

  static SQLException refused(Method method) {
    return new SQLException("the journal does not support " + method.toGenericString());
  }
}
