package dev.agentmailbox.store.jdbc.sql;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Merges pages of several ranges. */
public final class Pages {
  private Pages() {}

  /** Merges several ranges, each limited to the page plus one. */
  public static <T> List<T> merge(
      List<List<T>> ranges, PageRequest page, Function<T, PagePosition> position) {
    if (ranges.size() == 1) {
      return ranges.get(0);
    }
    List<T> all = new ArrayList<>();
    ranges.forEach(all::addAll);
    all.sort(order(page, position));
    return all.size() <= page.limit() + 1 ? all : List.copyOf(all.subList(0, page.limit() + 1));
  }

  /** A list of at most one item. */
  public static <T> List<T> ofOne(
      Optional<T> only, PageRequest page, Function<T, PagePosition> position) {
    return only.filter(item -> page.after() == null || isBeyond(position.apply(item), page))
        .map(List::of)
        .orElse(List.of());
  }

  private static boolean isBeyond(PagePosition item, PageRequest page) {
    return page.position().map(after -> positions(page).compare(item, after) > 0).orElse(true);
  }

  private static <T> Comparator<T> order(PageRequest page, Function<T, PagePosition> position) {
    return Comparator.comparing(position, positions(page));
  }

  private static Comparator<PagePosition> positions(PageRequest page) {
    Comparator<PagePosition> ascending =
        Comparator.comparing(PagePosition::time).thenComparing(PagePosition::id);
    return page.ascending() ? ascending : ascending.reversed();
  }
}
