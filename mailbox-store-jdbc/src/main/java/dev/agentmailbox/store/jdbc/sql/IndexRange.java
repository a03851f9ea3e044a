package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The one shape that every list has: a range of an index that starts with some fixed columns and
 * ends in a time and an id, read from either end, from a position on.
 *
 * <p>ORDER BY names the fixed columns too. They are constant, but only then H2 sees that the index
 * is already in order and stops after the page instead of sorting the whole range.
 *
 * <p>Immutable.
 */
public final class IndexRange {
  /** Sorts after every id of ours; ids are ASCII. */
  public static final String LAST_ID = "~~~~";

  private final String newestFirst;
  private final String oldestFirst;

  private IndexRange(String newestFirst, String oldestFirst) {
    this.newestFirst = newestFirst;
    this.oldestFirst = oldestFirst;
  }

  /**
   * Describes a range; the caller binds the fixed columns by their names without a table.
   *
   * @param select SELECT and FROM
   * @param fixed first columns of the index, separated by comma and blank; may be empty
   * @param time time column, the next to last of the index
   * @param id id column, the last of the index
   */
  public static IndexRange of(String select, String fixed, String time, String id) {
    return of(select, fixed, time, id, "");
  }

  /** As {@link #of(String, String, String, String)} with a filter, a condition with {@code AND}. */
  public static IndexRange of(String select, String fixed, String time, String id, String filter) {
    List<String> columns = fixed.isEmpty() ? List.of() : Arrays.asList(fixed.split(", "));
    String equal =
        columns.stream()
            .map(column -> column + " = :" + column.substring(column.indexOf('.') + 1) + " AND ")
            .collect(Collectors.joining());
    return new IndexRange(
        sql(select, equal, columns, time, id, filter, "<", ">=", " DESC"),
        sql(select, equal, columns, time, id, filter, ">", "<=", ""));
  }

  /**
   * The same range, not read but measured: how many rows up to a limit, as {@code amount}, and the
   * time of the last of them, as {@code far}.
   */
  IndexRange measured(String time) {
    return new IndexRange(measured("MIN", time, newestFirst), measured("MAX", time, oldestFirst));
  }

  private static String measured(String last, String time, String range) {
    return "SELECT COUNT(*) AS amount, %s(%s) AS far FROM (%s) part".formatted(last, time, range);
  }

  private static String sql(
      String select,
      String equal,
      List<String> columns,
      String time,
      String id,
      String filter,
      String beyond,
      String within,
      String direction) {
    String order =
        columns.stream().map(column -> column + direction + ", ").collect(Collectors.joining());
    return """
        %s
        WHERE %s%s %s= :edge_at AND (%s %s :edge_at OR %s %s :edge_id)
          AND %s %s :far_at %s
        ORDER BY %s%s%s, %s%s
        FETCH FIRST :limit ROWS ONLY"""
        .formatted(
            select, equal, time, beyond, time, beyond, id, beyond, time, within, filter, order,
            time, direction, id, direction);
  }

  /** The page's items and one more. */
  public Query query(Statements statements, PageRequest page, TimeRange window) {
    return query(statements, page, window, page.limit() + 1);
  }

  /** At most so many rows, whatever the page's limit. */
  public Query query(Statements statements, PageRequest page, TimeRange window, int rows) {
    long first = window.first();
    long last = window.last();
    PagePosition after = page.after();
    long edgeAt = page.ascending() ? first : last;
    String edgeId = page.ascending() ? "" : LAST_ID;
    if (after != null) {
      long at = Times.of(after.time());
      boolean inside = page.ascending() ? at >= first : at <= last;
      edgeAt = inside ? at : edgeAt;
      edgeId = inside ? after.id() : edgeId;
    }
    return statements
        .query(page.ascending() ? oldestFirst : newestFirst)
        .bind("edge_at", edgeAt)
        .bind("edge_id", edgeId)
        .bind("far_at", page.ascending() ? last : first)
        .bind("limit", rows);
  }
}
