package dev.agentmailbox.http.server.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace(100, Duration.ofNanos(10));

  @Test
  void a_reader_of_the_least_goes_on_and_one_of_a_byte_less_does_not() {
    assertFalse(pace.isTooSlow(100, 10));
    assertFalse(pace.isTooSlow(200, 20));
    assertTrue(pace.isTooSlow(299, 30));
  }

  @Test
  void what_was_read_before_a_window_does_not_count_in_it() {
    assertFalse(pace.isTooSlow(1_000_000, 10));
    assertTrue(pace.isTooSlow(1_000_000, 20));
  }

  @Test
  void time_in_which_the_reader_was_not_waited_for_does_not_count() {
    assertEquals(10, pace.restNanos(0));
    assertFalse(pace.isTooSlow(0, 9));
    assertEquals(1, pace.restNanos(9));
    assertTrue(pace.isTooSlow(0, 10));
    assertEquals(10, pace.restNanos(10));
  }
}
