package dev.agentmailbox.server.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
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

  private LoggingEvent event() {
    return event("dev.agentmailbox.service.Outbox", Level.INFO, "ready");
  }

  private LoggingEvent event(String logger, Level level, String message) {
    LoggingEvent event = new LoggingEvent();
    event.setLoggerContext(context);
    event.setLoggerName(logger);
    event.setLevel(level);
    event.setMessage(message);
    event.setInstant(TIME);
    return event;
  }

  private String line(ZoneId zone, ILoggingEvent event) {
    return new String(ConsoleLog.text(context, zone).encode(event), StandardCharsets.UTF_8);
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
    assertInstanceOf(LayoutWrappingEncoder.class, stdout.getEncoder());
    ConsoleLog.writeJson(context);
    assertInstanceOf(JsonEncoder.class, stdout.getEncoder());
  }

  @Test
  void libraries_do_not_announce_their_versions() {
    new ConsoleLog().configure(context);
    assertFalse(context.getLogger("org.xnio.nio").isInfoEnabled());
    assertTrue(context.getLogger("org.xnio.nio").isWarnEnabled());
  }

  @Test
  void a_line_has_the_time_with_its_offset_the_level_the_class_and_the_message() {
    String time =
        TIME.atZone(ZoneId.systemDefault()).format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
    assertEquals(
        time + " INFO  Outbox ready" + System.lineSeparator(),
        line(ZoneId.systemDefault(), event()));
  }

  @Test
  void the_short_trace_of_an_exception_follows_its_line() {
    LoggingEvent failure = event("plain", Level.ERROR, "lost {}");
    failure.setArgumentArray(new Object[] {"it"});
    failure.setThrowableProxy(
        new ThrowableProxy(new IllegalStateException("outer", new IOException("inner"))));
    List<String> lines = line(ZoneId.of("UTC"), failure).lines().toList();
    assertEquals("2026-01-02T03:04:05.678Z ERROR plain lost it", lines.get(0));
    assertEquals("java.lang.IllegalStateException: outer", lines.get(1));
    assertTrue(lines.get(2).startsWith("\tat " + getClass().getName()), lines.get(2));
    assertTrue(lines.contains("Caused by: java.io.IOException: inner"), lines.toString());
    assertEquals(5, lines.size(), lines.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "UTC, 2026-01-02T03:04:05.678Z",
    "America/New_York, 2026-01-01T22:04:05.678-05:00",
    "Asia/Kolkata, 2026-01-02T08:34:05.678+05:30",
  })
  void the_offset_is_z_or_hours_and_minutes(String zone, String time) {
    assertEquals(
        time + " INFO  Outbox ready" + System.lineSeparator(), line(ZoneId.of(zone), event()));
  }
}
