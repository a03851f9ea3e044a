package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.agentmailbox.server.delivery.Slots.Slot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SlotsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final Slots slots = new Slots(2, nanos::get);
  private final HostPauses pauses = new HostPauses(nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void a_place_takes_so_many_and_no_more() {
    Slot one = slots.tryTake("a");
    Slot two = slots.tryTake("a");
    assertNotNull(one);
    assertNotNull(two);
    assertNull(slots.tryTake("a"));
    assertNotNull(slots.tryTake("b"));
    one.close();
    assertNotNull(slots.tryTake("a"));
    assertNull(slots.tryTake("a"));
  }

  @Test
  void those_sent_away_come_back_one_after_the_other_within_a_minute() {
    assertEquals(Slots.SHORTEST_WAIT, slots.retryAfter("a"));
    assertEquals(Duration.ofMillis(1_100), slots.retryAfter("a"));
    assertEquals(Slots.SHORTEST_WAIT, slots.retryAfter("b"));
    for (int i = 0; i < 1_000; i++) {
      slots.retryAfter("a");
    }
    assertEquals(Slots.LONGEST_WAIT, slots.retryAfter("a"));
    pass(Duration.ofSeconds(70));
    assertEquals(Slots.SHORTEST_WAIT, slots.retryAfter("a"));
  }

  @Test
  void places_without_end_are_not_remembered() {
    for (int i = 0; i < 5_000; i++) {
      assertEquals(Slots.SHORTEST_WAIT, slots.retryAfter("p" + i));
    }
  }

  @Test
  void a_pause_grows_with_each_failure_and_ends_with_a_success() {
    assertEquals(Duration.ZERO, pauses.left("a"));
    Duration expected = HostPauses.FIRST;
    for (int i = 0; i < 8; i++) {
      pauses.failed("a");
      assertEquals(expected, pauses.left("a"));
      pauses.failed("a");
      assertEquals(expected, pauses.left("a"), "one that was on its way adds nothing");
      assertEquals(Duration.ZERO, pauses.left("b"));
      pass(expected);
      assertEquals(Duration.ZERO, pauses.left("a"));
      expected = expected.multipliedBy(2);
      expected = expected.compareTo(HostPauses.LONGEST) > 0 ? HostPauses.LONGEST : expected;
    }
    pauses.worked("a");
    pauses.failed("a");
    assertEquals(HostPauses.FIRST, pauses.left("a"));
    pass(Duration.ofHours(1));
    pauses.failed("a");
    assertEquals(HostPauses.FIRST, pauses.left("a"), "an old failure is forgotten");
  }
}
