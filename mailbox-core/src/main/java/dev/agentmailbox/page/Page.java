package dev.agentmailbox.page;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items in the requested order
 * @param next where the next page starts; null on the last page
 */
public record Page<T>(List<T> items, @Nullable PagePosition next) {
  public Page {
    items = List.copyOf(items);
  }

  /**
   * Makes a page of at most {@code limit} items from up to {@code limit + 1} that were read, so
   * that the last page is known without another query.
   */
  public static <T> Page<T> cut(List<T> found, int limit, Function<T, PagePosition> position) {
    if (found.size() <= limit) {
      return new Page<>(found, null);
    }
    List<T> items = found.subList(0, limit);
    return new Page<>(items, position.apply(items.get(limit - 1)));
  }

  /** Merges the pages of several lists, each read with the same request. */
  public static <T> Page<T> merge(
      List<Page<T>> pages, PageRequest request, Function<T, PagePosition> position) {
    List<T> all =
        pages.stream()
            .flatMap(page -> page.items().stream())
            .sorted(Comparator.comparing(position, request.order()))
            .toList();
    List<T> items = all.subList(0, Math.min(all.size(), request.limit()));
    boolean more =
        items.size() < all.size() || pages.stream().anyMatch(page -> page.next() != null);
    return new Page<>(items, more ? position.apply(items.get(items.size() - 1)) : null);
  }

  /** Transforms the items. */
  public <R> Page<R> map(Function<T, R> change) {
    return new Page<>(items.stream().map(change).toList(), next);
  }
}
