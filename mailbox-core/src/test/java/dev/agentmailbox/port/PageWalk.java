package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Walks a list from end to end, page by page. */
public final class PageWalk {
  private PageWalk() {}

  /**
   * Asserts that a list, read in both directions with pages of several sizes, holds exactly these
   * ids in this order.
   *
   * @param list reads one item more than the limit, as every list of a store does
   * @param position sort time and id of an item
   */
  public static <T> void assertOrder(
      List<String> oldestFirst,
      Function<PageRequest, List<T>> list,
      Function<T, PagePosition> position) {
    List<String> newestFirst = new ArrayList<>(oldestFirst);
    Collections.reverse(newestFirst);
    for (int limit : new int[] {1, 2, 3, PageRequest.MAX_LIMIT}) {
      assertEquals(oldestFirst, walk(limit, true, list, position), "ascending by " + limit);
      assertEquals(newestFirst, walk(limit, false, list, position), "descending by " + limit);
    }
  }

  private static <T> List<String> walk(
      int limit,
      boolean ascending,
      Function<PageRequest, List<T>> list,
      Function<T, PagePosition> position) {
    List<String> ids = new ArrayList<>();
    @Nullable PagePosition after = null;
    do {
      List<T> found = list.apply(new PageRequest(limit, after, ascending));
      assertTrue(found.size() <= limit + 1, "at most one item more than asked for");
      Page<T> page = Page.cut(found, limit, position);
      page.items().forEach(item -> ids.add(position.apply(item).id()));
      after = page.next();
    } while (after != null);
    return ids;
  }
}
