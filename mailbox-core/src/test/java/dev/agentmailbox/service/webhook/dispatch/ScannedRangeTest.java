package dev.agentmailbox.service.webhook.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScannedRangeTest {
  private final ScannedRange part = new ScannedRange(Instant.EPOCH);

  @Test
  void reading_starts_before_the_first_event_that_concerns_the_endpoint() {
    assertEquals(7, part.start(7), "nothing is known");
    part.extend(10, 50, List.of(30L, 40L));
    part.extend(50, 90, List.of());
    assertEquals(29, part.start(10));
    assertEquals(39, part.start(30));
    assertEquals(90, part.start(40));
  }

  @Test
  void a_cursor_outside_of_what_is_known_stays() {
    part.extend(10, 50, List.of(30L));
    assertEquals(9, part.start(9));
    assertEquals(50, part.start(50));
    assertEquals(99, part.start(99));
  }

  @Test
  void what_was_dealt_with_counts_like_the_cursor() {
    part.extend(10, 50, List.of(30L));
    part.reached(30);
    assertEquals(50, part.start(10));
    part.reached(20);
    assertEquals(50, part.start(10), "it never goes back");
  }

  @Test
  void a_gap_and_too_many_numbers_begin_anew() {
    part.extend(10, 50, List.of(30L));
    part.extend(60, 90, List.of(70L));
    assertEquals(10, part.start(10));
    assertEquals(69, part.start(60));
    List<Long> many = LongStream.rangeClosed(91, 90 + ScannedRange.MAX_TOLD).boxed().toList();
    part.extend(90, 90 + ScannedRange.MAX_TOLD, many);
    assertEquals(60, part.start(60));
    assertEquals(90, part.start(90));
    assertFalse(part.isOf(Instant.EPOCH.plusMillis(1)));
  }
}
