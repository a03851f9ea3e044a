package dev.agentmailbox.server.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleLogTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678Z");

  private final LoggerContext context = new LoggerContext();

  private String line(String pattern) {
    PatternLayout layout = new PatternLayout();
    layout.setContext(context);
    layout.setPattern(pattern);
    layout.start();
    LoggingEvent event = new LoggingEvent();
    event.setLoggerContext(context);
    event.setLoggerName("dev.agentmailbox.service.Outbox");
    event.setLevel(Level.INFO);
    event.setMessage("ready");
    event.setInstant(TIME);
    return layout.doLayout(event);
  }

  @Test
  void a_line_has_the_time_with_its_offset_the_level_the_class_and_the_message() {
    String time =
        TIME.atZone(ZoneId.systemDefault()).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    assertEquals(time + " INFO  Outbox ready" + System.lineSeparator(), line(ConsoleLog.PATTERN));
  }

  @ParameterizedTest
  @CsvSource({
    "UTC, 2026-01-02T03:04:05.678Z",
    "America/New_York, 2026-01-01T22:04:05.678-05:00",
    "Asia/Kolkata, 2026-01-02T08:34:05.678+05:30",
  })
  void the_offset_is_z_or_hours_and_minutes(String zone, String time) {
    String date = ConsoleLog.PATTERN.substring(0, ConsoleLog.PATTERN.indexOf('}'));
    assertEquals(time, line(date + ", " + zone + "}"));
  }
}
