package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void a_reader_of_the_least_goes_on_and_one_of_a_byte_less_does_not() {
    Pace pace = new Pace(100);
    assertFalse(pace.isTooSlow(100));
    assertFalse(pace.isTooSlow(200));
    assertTrue(pace.isTooSlow(299));
  }

  @Test
  void what_was_read_before_a_window_does_not_count_in_it() {
    Pace pace = new Pace(100);
    assertFalse(pace.isTooSlow(1_000_000));
    assertTrue(pace.isTooSlow(1_000_000));
  }
}
