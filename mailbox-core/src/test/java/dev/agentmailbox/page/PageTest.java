package dev.agentmailbox.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageTest {
  private static PagePosition position(String item) {
    return new PagePosition(Instant.EPOCH, item);
  }

  @Test
  void a_page_with_one_item_too_many_ends_at_its_last_item() {
    Page<String> page = Page.cut(List.of("a", "b", "c"), 2, PageTest::position);
    assertEquals(List.of("a", "b"), page.items());
    assertEquals(position("b"), page.next());
  }

  @Test
  void a_page_that_is_just_full_is_the_last_one() {
    Page<String> page = Page.cut(List.of("a", "b"), 2, PageTest::position);
    assertEquals(List.of("a", "b"), page.items());
    assertNull(page.next());
  }

  @Test
  void an_empty_page_is_the_last_one() {
    assertNull(Page.cut(List.<String>of(), 2, PageTest::position).next());
  }

  @Test
  void a_mapped_page_ends_at_the_same_place() {
    Page<Integer> page =
        Page.cut(List.of("a", "bb", "c"), 2, PageTest::position).map(String::length);
    assertEquals(List.of(1, 2), page.items());
    assertEquals(position("bb"), page.next());
  }

  @Test
  void a_request_asks_for_1_to_200_items() {
    assertEquals(1, PageRequest.first(1).limit());
    assertEquals(200, PageRequest.first(200).limit());
    assertThrows(IllegalArgumentException.class, () -> PageRequest.first(0));
    assertThrows(IllegalArgumentException.class, () -> PageRequest.first(-1));
    assertThrows(IllegalArgumentException.class, () -> PageRequest.first(201));
  }

  @Test
  void a_first_page_is_the_newest() {
    PageRequest first = PageRequest.first(50);
    assertEquals(false, first.ascending());
    assertEquals(Optional.empty(), first.position());
    assertEquals(Optional.of(position("a")), new PageRequest(1, position("a"), true).position());
  }
}
