package dev.agentmailbox.server.logging;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import dev.agentmailbox.service.MailLog;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * Logs to standard output, one line an event. Found through {@code META-INF/services}; set up in
 * code because reading a file of XML takes a tenth of the start. The system property {@code
 * logback.configurationFile} names a file that is used instead.
 */
public final class ConsoleLog extends ContextAwareBase implements Configurator {
  /** Writes to the error stream by itself; held here, because its level is lost with it. */
  private static final java.util.logging.Logger DATABASE_DRIVER =
      java.util.logging.Logger.getLogger("org.postgresql");

  /** The logger of requests, with a line for each. */
  private static final String REQUESTS = "dev.agentmailbox.http.access";

  /** Lines of requests and mail that wait to be written; more are lost, and nothing waits. */
  private static final int MAX_WAITING_LINES = 8_192;

  private static final String QUEUE = "queue";

  /** How long a stop waits for the lines that wait. */
  private static final int MAX_FLUSH_MILLIS = 1_000;

  /** The time is written as in RFC 3339, with milliseconds and the offset of the machine. */
  static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ} %-5level %logger{0} %msg%n%ex{short}";

  /** Writes the lines that wait. Called once, when no more requests and mail come. */
  public static void flush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(REQUESTS).getAppender(QUEUE) instanceof AsyncAppender queue) {
      queue.stop();
    }
  }

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    ConsoleAppender<ILoggingEvent> stdout = new ConsoleAppender<>();
    stdout.setName("stdout");
    stdout.setContext(context);
    stdout.setEncoder(encoder);
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
    // Its debug lines show commands, and it warns of every peer that hangs up.
    context.getLogger("org.subethamail").setLevel(Level.ERROR);
    // It puts what foreign policies say, and stack traces, into its errors.
    context.getLogger("org.apache.james.jspf").setLevel(Level.OFF);
    context.getLogger("org.xbill").setLevel(Level.OFF);
    // Each connection that is lost is told by whoever needed it.
    context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
    DATABASE_DRIVER.setLevel(java.util.logging.Level.OFF);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
