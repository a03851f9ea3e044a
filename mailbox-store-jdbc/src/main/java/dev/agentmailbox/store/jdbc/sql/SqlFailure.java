package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.port.StoreException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Converts database failures, omitting driver messages, which may quote values. */
public final class SqlFailure {
  private SqlFailure() {}

  /** The SQLException in a cause chain; one without a state when there is none. */
  public static SQLException of(Throwable failure) {
    SQLException found = find(failure);
    return found == null ? new SQLException("not a failure of the database") : found;
  }

  public static @Nullable SQLException find(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }

  /** A store exception with SQLState and location, quoting nothing. */
  public static StoreException storeException(Throwable failure) {
    SQLException clean = clean(failure);
    return new StoreException("the database failed: " + clean.getMessage(), clean);
  }

  /** As above, for a failure before the commit. */
  public static StoreException undone(Throwable failure) {
    SQLException clean = clean(failure);
    return StoreException.undone("the database failed: " + clean.getMessage(), clean);
  }

  private static SQLException clean(Throwable failure) {
    SQLException sql = of(failure);
    String what = "SQLState " + sql.getSQLState() + ", code " + sql.getErrorCode();
    SQLException clean = new SQLException(what, sql.getSQLState(), sql.getErrorCode());
    clean.setStackTrace(failure.getStackTrace());
    return clean;
  }
}
