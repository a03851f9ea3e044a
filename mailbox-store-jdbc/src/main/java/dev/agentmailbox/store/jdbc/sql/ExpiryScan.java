package dev.agentmailbox.store.jdbc.sql;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Deletes expired rows in small batches, oldest first. */
public final class ExpiryScan {
  private ExpiryScan() {}

  /**
   * Removes expired rows.
   *
   * @param key the columns of the primary key, texts; the last one orders rows of the same time
   * @return how many were removed
   */
  public static int remove(
      Statements statements, String table, String key, Instant now, int limit) {
    return delete(statements, table, key, expired(statements, table, key, key, now, limit), now);
  }

  /**
   * As {@link #remove(Statements, String, String, Instant, int)}, with the rows of a look-up table.
   *
   * @param lookUpKey the primary key of the look-up table, a column of both
   */
  public static int remove(
      Statements statements,
      String table,
      String key,
      String lookUp,
      String lookUpKey,
      Instant now,
      int limit) {
    List<List<String>> rows = expired(statements, table, key, key + ", " + lookUpKey, now, limit);
    PreparedBatch batch =
        statements.batch("DELETE FROM %s WHERE %s = :key".formatted(lookUp, lookUpKey));
    rows.forEach(row -> batch.bind("key", row.get(row.size() - 1)).add());
    statements.run(batch);
    return delete(statements, table, key, rows, now);
  }

  private static List<String> columns(String names) {
    return List.of(names.split(", "));
  }

  private static List<List<String>> expired(
      Statements statements, String table, String key, String columns, Instant now, int limit) {
    // The lower bound skips rows that do not expire, which H2 has first in the index.
    String expired =
        """
        SELECT %s FROM %s WHERE expires_at >= 0 AND expires_at <= :now
        ORDER BY expires_at, %s FETCH FIRST :limit ROWS ONLY"""
            .formatted(columns, table, key.substring(key.lastIndexOf(' ') + 1));
    List<String> names = columns(columns);
    return Rows.list(
        statements.query(expired).bind("now", Times.of(now)).bind("limit", limit),
        row -> {
          List<String> values = new ArrayList<>();
          for (String name : names) {
            values.add(row.getString(name));
          }
          return values;
        });
  }

  private static int delete(
      Statements statements, String table, String key, List<List<String>> rows, Instant now) {
    List<String> names = columns(key);
    String one =
        names.stream().map(name -> name + " = :" + name).collect(Collectors.joining(" AND "));
    // Checks the time again: the row may have been renewed since.
    PreparedBatch batch =
        statements.batch("DELETE FROM %s WHERE %s AND expires_at <= :now".formatted(table, one));
    for (List<String> row : rows) {
      for (int i = 0; i < names.size(); i++) {
        batch.bind(names.get(i), row.get(i));
      }
      batch.bind("now", Times.of(now)).add();
    }
    return statements.run(batch);
  }
}
