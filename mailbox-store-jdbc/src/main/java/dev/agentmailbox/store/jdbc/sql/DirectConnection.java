package dev.agentmailbox.store.jdbc.sql;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection that runs an update in one call instead of one for each value. */
public interface DirectConnection {
  /**
   * Runs an update for each row.
   *
   * @param sql with a question mark for each value
   * @param rows the values of each row, in order
   * @return the number of changed rows for each
   */
  int[] update(String sql, List<@Nullable Object[]> rows) throws SQLException;
}
