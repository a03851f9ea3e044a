package dev.agentmailbox.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkingHoursTest {
  private static final WorkingHours WEEK =
      new WorkingHours(
          "Europe/Berlin", List.of("mon", "tue", "wed", "thu", "fri"), "09:00", "17:30");

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T08:00:00Z, 2026-03-02T08:00:00Z",
    "2026-03-02T07:59:59Z, 2026-03-02T08:00:00Z",
    "2026-03-02T16:29:59Z, 2026-03-02T16:29:59Z",
    "2026-03-02T16:30:00Z, 2026-03-03T08:00:00Z",
    "2026-03-06T23:30:00Z, 2026-03-09T08:00:00Z",
    // Summer time begins on Sunday, 29 March.
    "2026-03-27T17:00:00Z, 2026-03-30T07:00:00Z",
  })
  void a_time_outside_moves_to_when_the_hours_begin_next(Instant at, Instant next) {
    assertEquals(next, WEEK.next(at));
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Nowhere, mon, 09:00, 17:00, time_zone",
    "UTC, monday, 09:00, 17:00, days",
    "UTC, '', 09:00, 17:00, days",
    "UTC, mon, 9:00, 17:00, from",
    "UTC, mon, 25:00, 17:00, from",
    "UTC, mon, 09:00, 24:00, to",
    "UTC, mon, 09:00, 09:00, to",
    "UTC, mon, 22:00, 06:00, to",
  })
  void what_is_wrong_is_named(String zone, String day, String from, String to, String field) {
    List<String> days = day.isEmpty() ? List.of() : List.of(day);
    assertEquals(
        Optional.of(field),
        new WorkingHours(zone, days, from, to).problem().map(WorkingHours.Problem::field));
    assertEquals(Optional.empty(), WEEK.problem());
  }
}
