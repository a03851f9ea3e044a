package dev.agentmailbox.page;

import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request for one page of a list.
 *
 * @param limit most items to return, 1 to {@link #MAX_LIMIT}
 * @param after where the previous page ended; null for the first page
 * @param ascending true for oldest first
 */
public record PageRequest(int limit, @Nullable PagePosition after, boolean ascending) {
  public static final int MAX_LIMIT = 200;
  public static final int DEFAULT_LIMIT = 50;

  public PageRequest {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT);
    }
  }

  /** The first page of the newest items. */
  public static PageRequest first(int limit) {
    return new PageRequest(limit, null, false);
  }

  /** The order of the list, in the direction of this request. */
  public Comparator<PagePosition> order() {
    Comparator<PagePosition> oldestFirst =
        Comparator.comparing(PagePosition::time).thenComparing(PagePosition::id);
    return ascending ? oldestFirst : oldestFirst.reversed();
  }

  /** Whether an item there is after the previous page. */
  public boolean contains(PagePosition item) {
    return after == null || order().compare(item, after) > 0;
  }

  public Optional<PagePosition> position() {
    return Optional.ofNullable(after);
  }
}
