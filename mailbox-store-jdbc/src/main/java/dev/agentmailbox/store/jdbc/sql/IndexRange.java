package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The query of every list: a range of an index that starts with fixed columns and ends in a time
 * and an id, read in either direction from a position.
 *
 * <p>ORDER BY includes the fixed columns. They are constant, but only then does H2 use the index
 * order and stop after the page instead of sorting the range.
 *
 * <p>Immutable.
 */
public final class IndexRange {
  /** Sorts after every id; ids are ASCII. */
  public static final String LAST_ID = "~~~~";

  private final String newestFirst;
  private final String oldestFirst;

  private IndexRange(String newestFirst, String oldestFirst) {
    this.newestFirst = newestFirst;
    this.oldestFirst = oldestFirst;
  }

  /**
   * Creates a range; the caller binds the fixed columns by name, without a table alias.
   *
   * @param select SELECT and FROM
   * @param fixed leading columns of the index, separated by comma and space; may be empty
   * @param time time column, the last but one of the index
   * @param id id column, the last of the index
   */
  public static IndexRange of(String select, String fixed, String time, String id) {
    return of(select, fixed, time, id, "");
  }

  /**
   * As {@link #of(String, String, String, String)} with a filter, a condition that starts with
   * {@code AND}.
   */
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
   * The range as a measurement: the number of rows up to a limit as {@code amount}, and the time of
   * the last one as {@code far}.
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

  /** The items of the page plus one. */
  public Query query(Statements statements, PageRequest page, TimeRange window) {
    return query(statements, page, window, page.limit() + 1);
  }

  /** At most this many rows, regardless of the page limit. */
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
