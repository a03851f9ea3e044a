package dev.agentmailbox.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageMergeTest {
  private static final List<List<Integer>> LISTS =
      List.of(List.of(1, 4, 5), List.of(), List.of(2, 3, 6, 7));

  @Test
  void the_pages_of_several_lists_are_those_of_one() {
    for (int limit = 1; limit <= 8; limit++) {
      assertEquals(List.of(1, 2, 3, 4, 5, 6, 7), walk(limit, true), "by " + limit);
      assertEquals(List.of(7, 6, 5, 4, 3, 2, 1), walk(limit, false), "by " + limit);
    }
  }

  private static List<Integer> walk(int limit, boolean ascending) {
    List<Integer> items = new ArrayList<>();
    @Nullable PagePosition after = null;
    do {
      PageRequest request = new PageRequest(limit, after, ascending);
      List<Page<Integer>> pages = LISTS.stream().map(list -> page(list, request)).toList();
      Page<Integer> page = Page.merge(pages, request, PageMergeTest::position);
      items.addAll(page.items());
      after = page.next();
    } while (after != null);
    return items;
  }

  private static Page<Integer> page(List<Integer> list, PageRequest request) {
    List<Integer> rest =
        list.stream()
            .sorted((a, b) -> request.ascending() ? a - b : b - a)
            .filter(item -> isBeyond(item, request))
            .toList();
    return Page.cut(rest, request.limit(), PageMergeTest::position);
  }

  private static boolean isBeyond(int item, PageRequest request) {
    return request
        .position()
        .map(after -> Integer.parseInt(after.id()))
        .map(last -> request.ascending() ? item > last : item < last)
        .orElse(true);
  }

  private static PagePosition position(int item) {
    return new PagePosition(Instant.ofEpochSecond(item / 2), Integer.toString(item));
  }
}
