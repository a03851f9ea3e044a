package dev.agentmailbox.port.table;

import java.util.List;

/**
 * A unique key or a sorted list of a table. Stores keep an index with the same columns in the same
 * order, so that reading costs what is read.
 *
 * @param fixed columns given by value, all text; rows without one of these values are not found
 * @param order columns that sort the rows with these values; when the first is a time, rows without
 *     that time are not in the list
 * @param <T> row
 */
@SuppressWarnings("UnusedTypeParameter") // So that it fits one table only.
public record Index<T>(List<String> fixed, List<String> order) {
  /** Keys of which each has at most one row; columns are separated by comma and space. */
  public static <T> Index<T> unique(String fixed) {
    return new Index<>(names(fixed), List.of());
  }

  /** Lists of rows; columns are separated by comma and space, and either text may be empty. */
  public static <T> Index<T> list(String fixed, String order) {
    return new Index<>(names(fixed), names(order));
  }

  static List<String> names(String columns) {
    return columns.isEmpty() ? List.of() : List.of(columns.split(", "));
  }
}
