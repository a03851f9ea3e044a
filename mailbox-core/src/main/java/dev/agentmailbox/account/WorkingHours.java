package dev.agentmailbox.account;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Hours of a week in which people want to be notified.
 *
 * @param timeZone name of the IANA time zone database, for example {@code Europe/Berlin}
 * @param days of {@link #DAYS}, at least one
 * @param from first minute of a day, as {@code HH:mm}
 * @param to end of a day, as {@code HH:mm}, exclusive; later than {@code from}
 */
public record WorkingHours(String timeZone, List<String> days, String from, String to) {
  /** Names of days, in their order. */
  public static final List<String> DAYS =
      Arrays.stream(DayOfWeek.values())
          .map(day -> day.name().substring(0, 3).toLowerCase(Locale.ROOT))
          .toList();

  public WorkingHours {
    days = List.copyOf(days);
  }

  /** What is wrong with these values: the name of the field and a message; empty when valid. */
  public Optional<Problem> problem() {
    if (days.isEmpty() || !DAYS.containsAll(days)) {
      return Optional.of(new Problem("days", "must be some of " + String.join(", ", DAYS)));
    }
    if (zone().isEmpty()) {
      return Optional.of(new Problem("time_zone", "must be a name of the IANA time zone database"));
    }
    Optional<LocalTime> start = time(from);
    Optional<LocalTime> end = time(to);
    if (start.isEmpty() || end.isEmpty()) {
      return Optional.of(new Problem(start.isEmpty() ? "from" : "to", "must be a time as HH:mm"));
    }
    return end.get().isAfter(start.get())
        ? Optional.empty()
        : Optional.of(new Problem("to", "must be later than from"));
  }

  /** A field that is wrong. */
  public record Problem(String field, String message) {}

  /** This time when it is within the hours, otherwise when they begin next. */
  public Instant next(Instant at) {
    ZonedDateTime local = at.atZone(zone().orElseThrow());
    if (isWorkingDay(local)
        && !local.toLocalTime().isBefore(time(from).orElseThrow())
        && local.toLocalTime().isBefore(time(to).orElseThrow())) {
      return at;
    }
    ZonedDateTime day = local;
    Instant begin = begin(day);
    while (!isWorkingDay(day) || begin.isBefore(at)) {
      day = day.plusDays(1);
      begin = begin(day);
    }
    return begin;
  }

  private boolean isWorkingDay(ZonedDateTime day) {
    return days.contains(DAYS.get(day.getDayOfWeek().getValue() - 1));
  }

  private Instant begin(ZonedDateTime day) {
    return day.toLocalDate().atTime(time(from).orElseThrow()).atZone(day.getZone()).toInstant();
  }

  private Optional<ZoneId> zone() {
    try {
      return Optional.of(ZoneId.of(timeZone));
    } catch (DateTimeException unknown) {
      return Optional.empty();
    }
  }

  private static Optional<LocalTime> time(String text) {
    try {
      return text.length() == 5 ? Optional.of(LocalTime.parse(text)) : Optional.empty();
    } catch (DateTimeParseException wrong) {
      return Optional.empty();
    }
  }
}
