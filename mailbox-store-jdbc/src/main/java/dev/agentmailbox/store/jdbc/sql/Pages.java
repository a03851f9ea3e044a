package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Merges pages of several ranges. */
public final class Pages {
  private Pages() {}

  /**
   * Merges several ranges, each limited to the page plus one. An item that moved from one range to
   * another while they were read is in both: the later one counts.
   *
   * @param ranges in the order in which they were read
   */
  public static <T> List<T> merge(
      List<List<T>> ranges, PageRequest page, Function<T, PagePosition> position) {
    if (ranges.size() == 1) {
      return ranges.get(0);
    }
    Map<String, T> byId = new HashMap<>();
    ranges.forEach(range -> range.forEach(item -> byId.put(position.apply(item).id(), item)));
    List<T> all = new ArrayList<>(byId.values());
    all.sort(Comparator.comparing(position, page.order()));
    return all.size() <= page.limit() + 1 ? all : List.copyOf(all.subList(0, page.limit() + 1));
  }

  /** A list of at most one item. */
  public static <T> List<T> ofOne(
      Optional<T> only, PageRequest page, Function<T, PagePosition> position) {
    return only.filter(item -> page.contains(position.apply(item))).stream().toList();
  }
}
