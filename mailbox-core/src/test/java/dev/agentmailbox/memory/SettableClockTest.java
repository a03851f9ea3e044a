package dev.agentmailbox.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.port.Race;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SettableClockTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final SettableClock clock = SettableClock.at(START);

  @Test
  void it_stands_still_until_it_is_moved() {
    assertEquals(START, clock.instant());
    assertEquals(START.toEpochMilli(), clock.millis());
    assertEquals(START.plusSeconds(60), clock.advance(Duration.ofMinutes(1)));
    assertEquals(START.plusSeconds(60), clock.instant());
    clock.set(START.minusSeconds(1));
    assertEquals(START.minusSeconds(1), clock.instant());
  }

  @Test
  void it_shows_utc_and_a_view_in_another_zone_moves_with_it() {
    Clock view = clock.withZone(ZoneId.of("Asia/Tokyo"));
    clock.advance(Duration.ofDays(1));

    assertEquals(ZoneOffset.UTC, clock.getZone());
    assertEquals(ZoneId.of("Asia/Tokyo"), view.getZone());
    assertEquals(clock.instant(), view.instant());
  }

  @Test
  void steps_made_at_once_are_all_made() {
    Race.run(
        racer -> {
          for (int i = 0; i < 1_000; i++) {
            clock.advance(Duration.ofMillis(1));
          }
          return true;
        });

    assertEquals(START.plusMillis(Race.THREADS * 1_000L), clock.instant());
  }
}
