package dev.agentmailbox.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WebhookRetryScheduleTest {
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(12),
          Duration.ofHours(12),
          Duration.ofHours(12));

  @Test
  void nine_retries_follow_the_first_attempt_and_no_more() {
    WebhookRetrySchedule exact = new WebhookRetrySchedule(() -> 0);
    List<Duration> waits =
        IntStream.rangeClosed(1, 9).mapToObj(n -> exact.after(n, null).orElseThrow()).toList();
    assertEquals(DELAYS, waits);
    assertEquals(Optional.empty(), exact.after(10, null));
  }

  @Test
  void jitter_only_adds_and_adds_little() {
    WebhookRetrySchedule latest = new WebhookRetrySchedule(() -> 1);
    for (int attempt = 1; attempt <= 9; attempt++) {
      Duration more = latest.after(attempt, null).orElseThrow().minus(DELAYS.get(attempt - 1));
      assertTrue(!more.isNegative() && more.compareTo(Duration.ofSeconds(60)) <= 0);
    }
    assertEquals(Duration.ofMillis(5_500), latest.after(1, null).orElseThrow());
  }

  // spec Webhooks.8
  @Test
  void a_receiver_may_ask_for_more_time_but_not_for_less_or_for_more_than_twelve_hours() {
    WebhookRetrySchedule exact = new WebhookRetrySchedule(() -> 0);
    assertEquals(Optional.of(Duration.ofMinutes(7)), exact.after(1, Duration.ofMinutes(7)));
    assertEquals(Optional.of(Duration.ofMinutes(5)), exact.after(2, Duration.ofSeconds(1)));
    assertEquals(Optional.of(Duration.ofHours(12)), exact.after(1, Duration.ofDays(30)));
    assertEquals(Optional.of(Duration.ofSeconds(5)), exact.after(1, Duration.ofSeconds(-9)));
  }

  // spec Rates.9
  @Test
  void the_sixty_first_attempt_waits_until_the_first_is_a_minute_old() {
    Instant start = Instant.parse("2026-03-01T12:00:00Z");
    EndpointCursor cursor = EndpointCursor.after("org_1", "whk_1", 0);
    for (int i = 0; i < 60; i++) {
      assertEquals(start.plusMillis(i), cursor.mayStart(start.plusMillis(i)));
      cursor = cursor.attempted(start.plusMillis(i));
    }
    assertEquals(start.plusSeconds(60), cursor.mayStart(start.plusMillis(60)));
    assertEquals(start.plusSeconds(60), cursor.mayStart(start.plusSeconds(60)));
    assertEquals(
        start.plusSeconds(120),
        cursor.attempted(start.plusSeconds(60)).mayStart(start.plusSeconds(120)));
  }
}
