package dev.agentmailbox.service.request;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages through a filter with bounded cost: a page ends after {@link #MAX_ROWS} rows,
 * possibly short or empty, with a position to continue from.
 */
public final class FilteredPage {
  /** Most rows read for one page. */
  static final int MAX_ROWS = 2_000;

  private FilteredPage() {}

  /**
   * Reads a page.
   *
   * @param fetch reads a range of at most limit + 1 items
   */
  public static <T> Page<T> page(
      PageRequest request,
      Function<PageRequest, List<T>> fetch,
      Predicate<T> wanted,
      Function<T, PagePosition> positionOf) {
    return pages(
        request, part -> Page.cut(fetch.apply(part), part.limit(), positionOf), wanted, positionOf);
  }

  /**
   * Reads a page from a paged source.
   *
   * @param fetch reads a page; a short page that is not the last has exhausted its budget and ends
   *     this page too
   */
  public static <T> Page<T> pages(
      PageRequest request,
      Function<PageRequest, Page<T>> fetch,
      Predicate<T> wanted,
      Function<T, PagePosition> positionOf) {
    List<T> items = new ArrayList<>();
    @Nullable PagePosition position = request.after();
    int limit = request.limit();
    for (int rows = 0; rows < MAX_ROWS; rows += limit, limit = PageRequest.MAX_LIMIT) {
      Page<T> found = fetch.apply(new PageRequest(limit, position, request.ascending()));
      position = found.next();
      for (int i = 0; i < found.items().size(); i++) {
        T item = found.items().get(i);
        if (wanted.test(item)) {
          items.add(item);
          if (items.size() == request.limit()) {
            boolean last = i + 1 == found.items().size();
            return new Page<>(items, last ? position : positionOf.apply(item));
          }
        }
      }
      if (position == null || found.items().size() < limit) {
        break;
      }
    }
    return new Page<>(items, position);
  }
}
