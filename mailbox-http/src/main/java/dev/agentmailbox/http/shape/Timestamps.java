package dev.agentmailbox.http.shape;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;

/**
 * Timestamps as RFC 3339 text in UTC. A page has a hundred and fifty; {@link DateTimeFormatter}
 * took 4 % of its CPU.
 */
final class Timestamps {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int SECONDS_PER_DAY = 86_400;

  private Timestamps() {}

  /** {@code 2026-11-24T02:09:27Z}, rounded down. */
  static String seconds(Instant time) {
    char[] text = new char["0000-00-00T00:00:00Z".length()];
    return write(text, time) ? new String(text) : SECONDS.format(time);
  }

  /** {@code 2026-11-24T02:09:27.123Z}, rounded down. */
  static String milliseconds(Instant time) {
    char[] text = new char["0000-00-00T00:00:00.000Z".length()];
    if (!write(text, time)) {
      return MILLISECONDS.format(time);
    }
    text[19] = '.';
    digits(text, 20, 3, time.get(ChronoField.MILLI_OF_SECOND));
    return new String(text);
  }

  /** Writes date, time and the final Z; false when the year has not four digits. */
  private static boolean write(char[] text, Instant time) {
    long second = time.getEpochSecond();
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(second, SECONDS_PER_DAY));
    if (date.getYear() < 0 || date.getYear() > 9999) {
      return false;
    }
    int ofDay = Math.floorMod(second, SECONDS_PER_DAY);
    digits(text, 0, 4, date.getYear());
    text[4] = '-';
    digits(text, 5, 2, date.getMonthValue());
    text[7] = '-';
    digits(text, 8, 2, date.getDayOfMonth());
    text[10] = 'T';
    digits(text, 11, 2, ofDay / 3600);
    text[13] = ':';
    digits(text, 14, 2, ofDay / 60 % 60);
    text[16] = ':';
    digits(text, 17, 2, ofDay % 60);
    text[text.length - 1] = 'Z';
    return true;
  }

  private static void digits(char[] text, int start, int count, int value) {
    int rest = value;
    for (int i = start + count - 1; i >= start; i--) {
      text[i] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
