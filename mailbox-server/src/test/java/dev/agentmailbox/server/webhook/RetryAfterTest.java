package dev.agentmailbox.server.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void seconds_and_dates_are_read() {
    assertEquals(Duration.ofMinutes(2), RetryAfter.read(" 120 ", NOW));
    assertEquals(Duration.ofMinutes(5), RetryAfter.read("Sun, 1 Mar 2026 12:05:00 GMT", NOW));
    assertEquals(Duration.ZERO, RetryAfter.read("Sun, 1 Mar 2026 11:00:00 GMT", NOW));
    assertEquals(Duration.ofDays(1), RetryAfter.read("99999999999999", NOW));
  }

  @Test
  void nonsense_is_nothing() {
    assertNull(RetryAfter.read("soon", NOW));
    assertNull(RetryAfter.read("", NOW));
    assertNull(RetryAfter.read("-5", NOW));
  }
}
