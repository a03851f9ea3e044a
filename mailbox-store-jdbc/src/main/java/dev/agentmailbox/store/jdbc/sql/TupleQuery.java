package dev.agentmailbox.store.jdbc.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;

/**
 * Finds rows by multiple keys. The condition compares whole key tuples, because H2 uses an index
 * for {@code IN} only when it names all its columns.
 *
 * <p>The number of tuples is rounded up by repeating the last, to limit the number of prepared
 * statements.
 */
public final class TupleQuery {
  private static final int[] SIZES = {1, 4, 16, 64};
  private static final int MAX_SIZE = SIZES[SIZES.length - 1];

  private TupleQuery() {}

  /**
   * Runs a query once per group of keys.
   *
   * @param select SELECT and FROM
   * @param fixed key columns that are the same for all and bound by {@code bind}
   * @param last the key column that differs
   */
  public static <T> List<T> find(
      Statements statements,
      String select,
      String fixed,
      String last,
      Collection<String> keys,
      Function<Query, List<T>> bindAndRead) {
    List<String> all = keys.stream().distinct().toList();
    List<T> found = new ArrayList<>();
    for (int start = 0; start < all.size(); start += MAX_SIZE) {
      List<String> group = all.subList(start, Math.min(all.size(), start + MAX_SIZE));
      int size = rounded(group.size());
      Query query = statements.query(select + " WHERE " + condition(fixed, last, size));
      for (int i = 0; i < size; i++) {
        query.bind("tuple" + i, group.get(Math.min(i, group.size() - 1)));
      }
      found.addAll(bindAndRead.apply(query));
    }
    return found;
  }

  private static int rounded(int size) {
    return IntStream.of(SIZES).filter(candidate -> candidate >= size).findFirst().orElse(MAX_SIZE);
  }

  private static String condition(String fixed, String last, int size) {
    if (size == 1) {
      return Arrays.stream(fixed.split(", "))
          .map(column -> column + " = :" + column + " AND ")
          .collect(Collectors.joining("", "", last + " = :tuple0"));
    }
    String values = ":" + fixed.replace(", ", ", :");
    String tuples =
        IntStream.range(0, size)
            .mapToObj(i -> "(" + values + ", :tuple" + i + ")")
            .collect(Collectors.joining(", "));
    return "(" + fixed + ", " + last + ") IN (" + tuples + ")";
  }
}
