package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.agentmailbox.memory.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Machines whose clocks are wrong have the time of the database. */
class DatabaseClockTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private final SettableClock local = SettableClock.at(NOW);
  private final DatabaseClock clock = new DatabaseClock(local, NOW::toEpochMilli);

  @Test
  void a_machine_that_is_a_minute_off_has_the_time_of_the_database() {
    for (int seconds : new int[] {-60, 60}) {
      local.set(NOW.plusSeconds(seconds));
      clock.measured(NOW.toEpochMilli(), 0);
      assertEquals(NOW, clock.instant());
      assertEquals(NOW.toEpochMilli(), clock.millis());
      local.advance(Duration.ofSeconds(3));
      assertEquals(NOW.plusSeconds(3), clock.instant());
    }
  }

  @Test
  void what_a_measurement_cannot_tell_changes_nothing() {
    clock.measured(NOW.toEpochMilli() + 15, 0);
    assertEquals(NOW, clock.instant());
    // Anything between half a second before and half a second after the middle.
    clock.measured(NOW.toEpochMilli() - 400, 1_000);
    assertEquals(NOW, clock.instant());
  }

  @Test
  void a_clock_that_was_put_right_is_followed() {
    clock.measured(NOW.toEpochMilli() + 60_000, 4);
    assertEquals(NOW.plusMillis(60_002), clock.instant());
    local.advance(Duration.ofSeconds(60));
    clock.measured(NOW.toEpochMilli() + 60_000, 4);
    assertEquals(NOW.plusMillis(60_002), clock.instant());
  }

  @Test
  void an_error_of_a_measurement_comes_before_the_handler_of_uncaught_errors() throws Exception {
    CompletableFuture<Throwable> uncaught = new CompletableFuture<>();
    Error fatal = new OutOfMemoryError("made by the test");
    AtomicInteger measured = new AtomicInteger();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> uncaught.complete(failure));
    try (DatabaseClock failing =
        new DatabaseClock(
            local,
            () -> {
              if (measured.getAndIncrement() > 0) {
                throw fatal;
              }
              return NOW.toEpochMilli();
            })) {
      failing.start(Duration.ofMillis(1));
      assertSame(fatal, uncaught.get(60, TimeUnit.SECONDS));
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
