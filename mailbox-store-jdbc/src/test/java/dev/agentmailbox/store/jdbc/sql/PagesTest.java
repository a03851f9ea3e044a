package dev.agentmailbox.store.jdbc.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranges that were read one after another are one page. */
class PagesTest {
  private record Item(String id, long second, String status) {
    PagePosition position() {
      return new PagePosition(Instant.ofEpochSecond(second), id);
    }
  }

  private static final Item SENDING = new Item("b", 2, "sending");
  private static final Item SENT = new Item("b", 2, "sent");
  private static final Item OLD = new Item("a", 1, "sent");
  private static final Item NEW = new Item("c", 3, "sending");

  private static List<Item> merged(int limit, List<List<Item>> ranges) {
    return Pages.merge(ranges, PageRequest.first(limit), Item::position);
  }

  @Test
  void ranges_are_merged_newest_first() {
    assertEquals(List.of(NEW, SENT, OLD), merged(5, List.of(List.of(NEW), List.of(SENT, OLD))));
  }

  @Test
  void an_item_that_moved_between_the_ranges_is_listed_once_as_read_last() {
    assertEquals(
        List.of(NEW, SENT, OLD), merged(5, List.of(List.of(NEW, SENDING), List.of(SENT, OLD))));
  }

  @Test
  void a_page_has_one_more_at_most() {
    assertEquals(List.of(NEW, SENT), merged(1, List.of(List.of(NEW, SENDING), List.of(SENT, OLD))));
  }
}
