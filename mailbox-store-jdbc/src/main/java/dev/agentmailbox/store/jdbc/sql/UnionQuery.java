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
 * Finds rows by multiple keys: one query for each in a {@code UNION ALL}, because H2 takes the
 * whole range of the first column for a list of keys that are not all columns of the index it
 * prefers.
 *
 * <p>The number of keys is rounded up with NULL, to limit the number of prepared statements.
 */
public final class UnionQuery {
  private static final int[] SIZES = {1, 4, 16, 64};
  private static final int MAX_SIZE = SIZES[SIZES.length - 1];

  private UnionQuery() {}

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
    return findEach(statements, select + " WHERE " + condition(fixed, last), keys, bindAndRead);
  }

  /**
   * Runs a query for each key, many at once.
   *
   * @param one for the key {@code :key#}
   */
  public static <T> List<T> findEach(
      Statements statements,
      String one,
      Collection<String> keys,
      Function<Query, List<T>> bindAndRead) {
    List<String> all = keys.stream().distinct().toList();
    List<T> found = new ArrayList<>();
    for (int start = 0; start < all.size(); start += MAX_SIZE) {
      List<String> group = all.subList(start, Math.min(all.size(), start + MAX_SIZE));
      int size = rounded(group.size());
      Query query = statements.query(union(one, size));
      for (int i = 0; i < size; i++) {
        query.bind("key" + i, i < group.size() ? group.get(i) : null);
      }
      found.addAll(bindAndRead.apply(query));
    }
    return found;
  }

  private static int rounded(int size) {
    return IntStream.of(SIZES).filter(candidate -> candidate >= size).findFirst().orElse(MAX_SIZE);
  }

  private static String condition(String fixed, String last) {
    return Arrays.stream(fixed.split(", "))
        .map(column -> column + " = :" + column + " AND ")
        .collect(Collectors.joining("", "", last + " = :key#"));
  }

  private static String union(String one, int size) {
    return IntStream.range(0, size)
        .mapToObj(i -> one.replace("#", Integer.toString(i)))
        .collect(Collectors.joining(" UNION ALL "));
  }
}
