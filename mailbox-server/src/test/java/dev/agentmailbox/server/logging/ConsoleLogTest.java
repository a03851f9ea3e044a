package dev.agentmailbox.server.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
  void with_json_each_event_is_one_object_on_one_line() {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerContext(context);
    event.setLoggerName("mail");
    event.setLevel(Level.WARN);
    event.setThreadName("smtp-1");
    event.setMessage("in {} \"quoted\"\n{}");
    event.setArgumentArray(new Object[] {"9d2f-4", "\u0007\u2028"});
    event.setThrowableProxy(new ThrowableProxy(new IOException("line\none")));
    event.setInstant(TIME);
    String line = new String(ConsoleLog.json(context).encode(event), StandardCharsets.UTF_8);
    assertEquals(1, line.chars().filter(c -> c == '\n').count());
    assertTrue(line.endsWith("}\n"), line);
    JsonNode object = JsonMapper.shared().readTree(line);
    assertEquals(TIME.toEpochMilli(), object.path("timestamp").asLong());
    assertEquals("WARN", object.path("level").asString());
    assertEquals("mail", object.path("loggerName").asString());
    assertEquals("smtp-1", object.path("threadName").asString());
    assertEquals("in 9d2f-4 \"quoted\"\n\u0007\u2028", object.path("formattedMessage").asString());
    assertEquals("line\none", object.path("throwable").path("message").asString());
    assertEquals(
        Set.of("timestamp", "level", "threadName", "loggerName", "formattedMessage", "throwable"),
        Set.copyOf(object.propertyNames()));
  }

  @Test
  void text_is_the_default_and_json_replaces_it() {
    ConsoleLog log = new ConsoleLog();
    log.configure(context);
    ConsoleAppender<ILoggingEvent> stdout =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stdout");
    assertInstanceOf(PatternLayoutEncoder.class, stdout.getEncoder());
    ConsoleLog.writeJson(context);
    assertInstanceOf(JsonEncoder.class, stdout.getEncoder());
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
