package dev.agentmailbox.server.webhook;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Parses {@code Retry-After}: seconds or a date (RFC 9110 section 10.2.3). */
final class RetryAfter {
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /** How long to wait; null when the value is invalid. */
  static @Nullable Duration read(String value, Instant now) {
    String text = value.strip();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return text.length() > MAX_DIGITS
          ? Duration.ofDays(1)
          : Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(now, then);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
