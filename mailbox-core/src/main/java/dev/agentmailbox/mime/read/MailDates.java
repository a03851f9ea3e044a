package dev.agentmailbox.mime.read;

import jakarta.mail.internet.MailDateFormat;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Dates of mail (RFC 5322 section 3.3): written strictly, parsed leniently. */
public final class MailDates {
  /** Earlier dates are invalid; later years may not fit a database. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
  private static final int MAX_LENGTH = 200;

  /** As almost all mail has it. Names are given, because those of a locale are loaded slowly. */
  private static final DateTimeFormatter USUAL =
      new DateTimeFormatterBuilder()
          .appendText(
              ChronoField.DAY_OF_WEEK,
              numbered(List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")))
          .appendLiteral(", ")
          .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NOT_NEGATIVE)
          .appendLiteral(' ')
          .appendText(
              ChronoField.MONTH_OF_YEAR,
              numbered(
                  List.of(
                      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
                      "Dec")))
          .appendLiteral(' ')
          .appendValue(ChronoField.YEAR, 4)
          .appendPattern(" HH:mm:ss ")
          .appendOffset("+HHMM", "+0000")
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private MailDates() {}

  private static Map<Long, String> numbered(List<String> names) {
    Map<Long, String> numbered = new HashMap<>();
    names.forEach(name -> numbered.put(numbered.size() + 1L, name));
    return numbered;
  }

  /** A date as mail has it, in UTC. */
  public static String format(Instant date) {
    return USUAL.format(date.atOffset(ZoneOffset.UTC));
  }

  /** Null when it is malformed or out of range. */
  public static @Nullable Instant parse(String value) {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      return null;
    }
    Instant usual = parseUsual(value);
    Instant date = usual == null ? parseOther(value) : usual;
    return date == null || date.isBefore(EARLIEST) || date.isAfter(LATEST) ? null : date;
  }

  /** With or without a comment at the end; null for another form. */
  private static @Nullable Instant parseUsual(String value) {
    try {
      ParsePosition end = new ParsePosition(0);
      Instant date = Instant.from(USUAL.parse(value, end));
      String rest = value.substring(end.getIndex());
      boolean whole = rest.isEmpty() || rest.startsWith(" (");
      // A year before 1000 is short for another one.
      return whole && !date.isBefore(EARLIEST) ? date : null;
    } catch (DateTimeException other) {
      return null;
    }
  }

  private static @Nullable Instant parseOther(String value) {
    // Not shared: the formatter is not thread safe.
    Date date = new MailDateFormat().parse(value, new ParsePosition(0));
    return date == null ? null : date.toInstant().truncatedTo(ChronoUnit.SECONDS);
  }
}
