package dev.agentmailbox.store.jdbc.sql;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;

/** The statements of one transaction. Belongs to one thread. */
public final class Statements {
  private final Handle handle;
  private final Dialect dialect;
  private final boolean writing;

  public Statements(Handle handle, Dialect dialect, boolean writing) {
    this.handle = handle;
    this.dialect = dialect;
    this.writing = writing;
  }

  public Dialect dialect() {
    return dialect;
  }

  public Query query(String sql) {
    return handle.createQuery(sql);
  }

  /** A query that locks rows. */
  public Query lockingQuery(String sql) {
    requireWriting();
    return handle.createQuery(sql);
  }

  public Update update(String sql) {
    requireWriting();
    return handle.createUpdate(sql);
  }

  public PreparedBatch batch(String sql) {
    requireWriting();
    return handle.prepareBatch(sql);
  }

  /** Runs the update; returns how many rows it changed. */
  public int run(Update update) {
    return update.execute();
  }

  /** Runs the batch, which may be empty; returns how many rows it changed. */
  public int run(PreparedBatch batch) {
    return Arrays.stream(runEach(batch)).map(count -> Math.max(count, 0)).sum();
  }

  /** Runs the batch, which may be empty; returns how many rows each of its parts changed. */
  public int[] runEach(PreparedBatch batch) {
    try (batch) {
      return batch.size() == 0 ? new int[0] : batch.execute();
    }
  }

  /** An INSERT for {@link #runUnlessKnown}. */
  public Update insertUnlessKnown(String sql) {
    return update(sql + dialect.skipDuplicates());
  }

  /** Runs the INSERT; returns false when a row with one of its keys exists. */
  public boolean runUnlessKnown(Update insert) {
    try {
      return run(insert) > 0;
    } catch (JdbiException e) {
      if (Dialect.DUPLICATE_KEY.equals(SqlFailure.of(e).getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  /** Runs statements that set something for the session. */
  public void set(List<String> settings) {
    if (settings.isEmpty()) {
      return;
    }
    try (var statement = handle.getConnection().createStatement()) {
      for (String sql : settings) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw SqlFailure.storeException(e);
    }
  }

  private void requireWriting() {
    if (!writing) {
      throw new IllegalStateException("a reading transaction cannot change anything");
    }
  }
}
