package dev.agentmailbox.store.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.jspecify.annotations.Nullable;

/**
 * Updates of a transaction whose number of changed rows nobody needs: they wait, and are sent
 * together with the next one whose result is needed, before a query that may see them, or before
 * the commit. To a database on another machine each statement by itself is a round trip, during
 * which the transaction holds its locks. The order of the updates stays as it was.
 *
 * <p>Belongs to one thread.
 */
final class PendingUpdates {
  /** Values that are sent together at most; more than that is a batch of its own. */
  private static final int MAX_VALUES = 1000;

  private final List<DirectUpdate> updates = new ArrayList<>();
  private final Set<String> tables = new HashSet<>();
  private int size;

  /**
   * What the last update did.
   *
   * @param changed number of rows
   * @param returned what it returned of the first row, null for none
   */
  record Result(int changed, @Nullable Long returned) {}

  /** Adds the update of each row added to it. */
  void add(DirectUpdate update) {
    if (size + update.size() > MAX_VALUES) {
      run();
    }
    if (update.size() > MAX_VALUES) {
      update.executeAll();
    } else if (update.size() > 0) {
      updates.add(update);
      tables.add(update.table());
      size += update.size();
    }
  }

  /** Runs what waits if a query may read it. */
  void runBefore(String query) {
    if (tables.stream().anyMatch(query::contains)) {
      run();
    }
  }

  /**
   * Runs what waits if a query may read it, or if it locks rows too: transactions that lock the
   * same rows in another order can deadlock.
   */
  void runBeforeLocking(String query) {
    if (updates.stream().anyMatch(DirectUpdate::locksRows)) {
      run();
    } else {
      runBefore(query);
    }
  }

  /** Runs what waits. */
  void run() {
    if (!updates.isEmpty()) {
      var unused = runAll();
    }
  }

  /** Runs what waits and then an update, of one row, with it. */
  Result runWith(DirectUpdate last) {
    updates.add(last);
    return runAll();
  }

  private Result runAll() {
    List<String> statements = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    updates.forEach(update -> update.appendTo(statements, values));
    try (PreparedStatement together =
        updates.get(0).connection().prepareStatement(String.join(";\n", statements))) {
      for (int i = 0; i < values.size(); i++) {
        together.setObject(i + 1, values.get(i));
      }
      return last(together, together.execute());
    } catch (SQLException e) {
      throw new UnableToExecuteStatementException(e, null);
    } finally {
      updates.clear();
      tables.clear();
      size = 0;
    }
  }

  private static Result last(PreparedStatement together, boolean first) throws SQLException {
    Result last = new Result(0, null);
    boolean hasRows = first;
    while (true) {
      if (hasRows) {
        try (ResultSet rows = together.getResultSet()) {
          boolean changed = rows.next();
          last = new Result(changed ? 1 : 0, changed ? rows.getLong(1) : null);
        }
      } else {
        int changed = together.getUpdateCount();
        if (changed < 0) {
          return last;
        }
        last = new Result(changed, null);
      }
      hasRows = together.getMoreResults();
    }
  }
}
