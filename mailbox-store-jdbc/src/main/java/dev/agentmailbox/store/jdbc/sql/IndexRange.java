package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/**
 * The query of every list: a range of an index that starts with fixed columns and ends in a time
 * and an id, read in either direction from a position.
 *
 * <p>ORDER BY includes the fixed columns. They are constant, but only then does H2 use the index
 * order and stop after the page instead of sorting the range.
 *
 * <p>Where rows can be compared, the fixed columns after the first are part of the bounds. As
 * constants they would not count for the order, and PostgreSQL would take the index of an
 * organization for an inbox that has most of its rows, and pass all newer rows of the others.
 *
 * <p>Immutable.
 */
public final class IndexRange {
  /** Sorts after every id; ids are ASCII. */
  public static final String LAST_ID = "~~~~";

  private final Order newestFirst;
  private final Order oldestFirst;

  private IndexRange(Order newestFirst, Order oldestFirst) {
    this.newestFirst = newestFirst;
    this.oldestFirst = oldestFirst;
  }

  /**
   * The texts of one direction.
   *
   * @param byColumn with a condition for each column
   * @param byRow with comparisons of rows
   */
  private record Order(String byColumn, String byRow) {
    Order map(UnaryOperator<String> change) {
      return new Order(change.apply(byColumn), change.apply(byRow));
    }

    String in(Dialect dialect) {
      return dialect.findsRowRanges() ? byRow : byColumn;
    }
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
    return new IndexRange(
        order(select, columns, time, id, filter, "<", " DESC"),
        order(select, columns, time, id, filter, ">", ""));
  }

  /**
   * The range as a measurement: the number of rows up to a limit as {@code amount}, and the time of
   * the last one as {@code far}.
   */
  IndexRange measured(String time) {
    return new IndexRange(
        newestFirst.map(range -> measured("MIN", time, range)),
        oldestFirst.map(range -> measured("MAX", time, range)));
  }

  private static String measured(String last, String time, String range) {
    return "SELECT COUNT(*) AS amount, %s(%s) AS far FROM (%s) part".formatted(last, time, range);
  }

  private static Order order(
      String select,
      List<String> columns,
      String time,
      String id,
      String filter,
      String beyond,
      String direction) {
    String within = beyond.equals("<") ? ">=" : "<=";
    String byColumn =
        each(columns, "%1$s = :%2$s AND ")
            + "%s %s= :edge_at AND (%s %s :edge_at OR %s %s :edge_id) AND %s %s :far_at"
                .formatted(time, beyond, time, beyond, id, beyond, time, within);
    int alone = Math.min(1, columns.size());
    List<String> others = columns.subList(alone, columns.size());
    String row = each(others, "%1$s, ") + time;
    String values = each(others, ":%2$s, ");
    String byRow =
        each(columns.subList(0, alone), "%1$s = :%2$s AND ")
            + "(%s, %s) %s (%s:edge_at, :edge_id) AND (%s) %s (%s:far_at)"
                .formatted(row, id, beyond, values, row, within, values);
    String rest =
        "%s\nORDER BY %s%s%s, %s%s\nFETCH FIRST :limit ROWS ONLY"
            .formatted(
                filter, each(columns, "%1$s" + direction + ", "), time, direction, id, direction);
    return new Order(byColumn, byRow).map(bounds -> select + "\nWHERE " + bounds + " " + rest);
  }

  /** A text for each column; its parameters are the column and its name without alias. */
  private static String each(List<String> columns, String text) {
    return columns.stream()
        .map(column -> text.formatted(column, column.substring(column.indexOf('.') + 1)))
        .collect(Collectors.joining());
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
        .query((page.ascending() ? oldestFirst : newestFirst).in(statements.dialect()))
        .bind("edge_at", edgeAt)
        .bind("edge_id", edgeId)
        .bind("far_at", page.ascending() ? last : first)
        .bind("limit", rows);
  }
}
