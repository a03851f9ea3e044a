package dev.agentmailbox.store.jdbc.sql;

import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Deletes expired rows in small batches, oldest first. */
public final class ExpiryScan {
  private ExpiryScan() {}

  public static int remove(
      Statements statements, String table, String keyColumn, Instant now, int limit) {
    // The lower bound skips rows that do not expire, which H2 has first in the index.
    String expired =
        """
        SELECT %s FROM %s WHERE expires_at >= 0 AND expires_at <= :now
        ORDER BY expires_at, %s FETCH FIRST :limit ROWS ONLY"""
            .formatted(keyColumn, table, keyColumn);
    List<String> keys =
        statements
            .query(expired)
            .bind("now", Times.of(now))
            .bind("limit", limit)
            .mapTo(String.class)
            .list();
    // Checks the time again: the row may have been renewed since.
    PreparedBatch batch =
        statements.batch(
            "DELETE FROM %s WHERE %s = :expired_key AND expires_at <= :now"
                .formatted(table, keyColumn));
    for (String key : keys) {
      batch.bind("expired_key", key).bind("now", Times.of(now)).add();
    }
    return statements.run(batch);
  }
}
