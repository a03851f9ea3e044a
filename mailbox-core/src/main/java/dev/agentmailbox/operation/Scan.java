package dev.agentmailbox.operation;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads an index range through a filter. The cost of one page is bounded: after {@link #MAX_ROWS}
 * rows the page ends, perhaps short or empty, with a position to go on from.
 */
final class Scan {
  /** Rows one page looks at, at most. */
  static final int MAX_ROWS = 2_000;

  private Scan() {}

  /**
   * One page.
   *
   * @param fetch reads a range: at most limit + 1 items
   */
  static <T> Page<T> page(
      PageRequest request,
      Function<PageRequest, List<T>> fetch,
      Predicate<T> wanted,
      Function<T, PagePosition> positionOf) {
    List<T> items = new ArrayList<>();
    @Nullable PagePosition position = request.after();
    int limit = request.limit();
    for (int rows = 0; rows < MAX_ROWS; ) {
      List<T> found = fetch.apply(new PageRequest(limit, position, request.ascending()));
      boolean last = found.size() <= limit;
      List<T> batch = last ? found : found.subList(0, limit);
      for (int i = 0; i < batch.size(); i++) {
        T item = batch.get(i);
        position = positionOf.apply(item);
        if (wanted.test(item)) {
          items.add(item);
          if (items.size() == request.limit()) {
            boolean more = !last || i + 1 < batch.size();
            return new Page<>(items, more ? position : null);
          }
        }
      }
      if (last) {
        return new Page<>(items, null);
      }
      rows += batch.size();
      limit = PageRequest.MAX_LIMIT;
    }
    return new Page<>(items, position);
  }
}
