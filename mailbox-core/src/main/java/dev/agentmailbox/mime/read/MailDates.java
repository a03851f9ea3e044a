package dev.agentmailbox.mime.read;

import jakarta.mail.internet.MailDateFormat;
import java.text.ParsePosition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Parses Date fields leniently (RFC 5322 section 3.3). */
public final class MailDates {
  /** Earlier dates are invalid; later years may not fit a database. */
  private static final Instant EARLIEST = Instant.EPOCH;

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
  private static final int MAX_LENGTH = 200;

  private MailDates() {}

  /** Null when it is malformed or out of range. */
  public static @Nullable Instant parse(String value) {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      return null;
    }
    // Not shared: the formatter is not thread safe.
    Date date = new MailDateFormat().parse(value, new ParsePosition(0));
    if (date == null) {
      return null;
    }
    Instant instant = date.toInstant().truncatedTo(ChronoUnit.SECONDS);
    return instant.isBefore(EARLIEST) || instant.isAfter(LATEST) ? null : instant;
  }
}
