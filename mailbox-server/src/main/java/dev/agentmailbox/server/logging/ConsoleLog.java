package dev.agentmailbox.server.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.agentmailbox.service.work.MailLog;
import java.time.ZoneId;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Logs to standard output, one line per event, as text or {@link #writeJson JSON}. Registered in
 * {@code META-INF/services}; configured in code because parsing XML would take a tenth of the
 * start-up time. The system property {@code logback.configurationFile} overrides it with a file.
 */
public final class ConsoleLog extends ContextAwareBase implements Configurator {
  /**
   * Logs to standard error on its own; referenced here, because its level is lost when it is
   * collected.
   */
  private static final java.util.logging.Logger DATABASE_DRIVER =
      java.util.logging.Logger.getLogger("org.postgresql");

  /** The access logger. */
  private static final String REQUESTS = "dev.agentmailbox.http.access";

  /** Queue of access and mail log lines; excess lines are dropped, so that logging never blocks. */
  private static final int MAX_WAITING_LINES = 8_192;

  private static final String QUEUE = "queue";
  private static final String STDOUT = "stdout";
  private static final String OWN_FILE = "logback.configurationFile";

  /** How long a stop waits for queued lines. */
  private static final int MAX_FLUSH_MILLIS = 1_000;

  /** Flushes queued lines. Called once, after the last request and the last mail. */
  public static void flush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(REQUESTS).getAppender(QUEUE) instanceof AsyncAppender queue) {
      queue.stop();
    }
  }

  /** From now on every line is a JSON object; a configuration file of its own stays as it is. */
  public static void writeJson() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && System.getProperty(OWN_FILE) == null) {
      writeJson(context);
    }
  }

  static void writeJson(LoggerContext context) {
    Appender<ILoggingEvent> stdout =
        context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender(STDOUT);
    if (stdout instanceof ConsoleAppender<ILoggingEvent> console) {
      console.setEncoder(json(context));
    }
  }

  /**
   * One line per event: time (RFC 3339, with milliseconds and the offset), level, class, message;
   * the short stack trace of an exception follows.
   */
  static Encoder<ILoggingEvent> text(LoggerContext context, ZoneId zone) {
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    text.setPattern(
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ, " + zone + "} %-5level %logger{0} %msg%n%ex{short}");
    text.start();
    return text;
  }

  /** Message and arguments are one text: an argument on its own adds nothing. */
  static Encoder<ILoggingEvent> json(LoggerContext context) {
    JsonEncoder json = new JsonEncoder();
    json.setContext(context);
    json.setWithSequenceNumber(false);
    json.setWithNanoseconds(false);
    json.setWithContext(false);
    json.setWithMDC(false);
    json.setWithKVPList(false);
    json.setWithArguments(false);
    json.setWithMessage(false);
    json.setWithFormattedMessage(true);
    json.start();
    return json;
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty(OWN_FILE) != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    ConsoleAppender<ILoggingEvent> stdout = new ConsoleAppender<>();
    stdout.setName(STDOUT);
    stdout.setContext(context);
    stdout.setEncoder(text(context, ZoneId.systemDefault()));
    stdout.start();
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(stdout);
    AsyncAppender queue = new AsyncAppender();
    queue.setName(QUEUE);
    queue.setContext(context);
    queue.setQueueSize(MAX_WAITING_LINES);
    queue.setDiscardingThreshold(0);
    queue.setNeverBlock(true);
    queue.setMaxFlushTime(MAX_FLUSH_MILLIS);
    queue.addAppender(stdout);
    queue.start();
    for (String name : List.of(REQUESTS, MailLog.NAME)) {
      context.getLogger(name).setAdditive(false);
      context.getLogger(name).addAppender(queue);
    }
    // It announces its version before the start-up message.
    context.getLogger("org.xnio").setLevel(Level.WARN);
    // Its debug lines contain commands, and it warns of every disconnect.
    context.getLogger("org.subethamail").setLevel(Level.ERROR);
    // Its errors contain third-party policies and stack traces.
    context.getLogger("org.apache.james.jspf").setLevel(Level.OFF);
    context.getLogger("org.xbill").setLevel(Level.OFF);
    // Callers report lost connections themselves.
    context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
    DATABASE_DRIVER.setLevel(java.util.logging.Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
