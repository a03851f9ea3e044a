package dev.agentmailbox.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SlotsTest {
  @Test
  void a_holder_gets_so_many_and_not_one_more() {
    Slots<String> slots = new Slots<>(2);
    assertTrue(slots.take("a"));
    assertTrue(slots.take("a"));
    assertFalse(slots.take("a"));
    assertTrue(slots.take("b"));
    slots.free("a");
    assertTrue(slots.take("a"));
    assertFalse(slots.take("a"));
  }

  @Test
  void who_gave_everything_back_holds_nothing() {
    Slots<String> slots = new Slots<>(1);
    assertTrue(slots.take("a"));
    slots.free("a");
    slots.free("a");
    assertEquals(0, slots.of("a"));
    assertTrue(slots.take("a"));
    assertFalse(slots.take("a"));
  }
}
