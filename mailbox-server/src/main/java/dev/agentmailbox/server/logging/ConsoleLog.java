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

  /** Lines of requests that wait to be written; more are lost, and no request waits for them. */
  private static final int MAX_WAITING_REQUESTS = 8_192;

  /** How long a stop waits for the lines that wait. */
  private static final int MAX_FLUSH_MILLIS = 1_000;

  /** The time is written as in RFC 3339, with milliseconds and the offset of the machine. */
  static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ} %-5level %logger{0} %msg%n%ex{short}";

  /** Writes the lines of requests that wait. Called once, when no more requests come. */
  public static void flush() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(REQUESTS).getAppender("requests") instanceof AsyncAppender requests) {
      requests.stop();
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
    AsyncAppender requests = new AsyncAppender();
    requests.setName("requests");
    requests.setContext(context);
    requests.setQueueSize(MAX_WAITING_REQUESTS);
    requests.setDiscardingThreshold(0);
    requests.setNeverBlock(true);
    requests.setMaxFlushTime(MAX_FLUSH_MILLIS);
    requests.addAppender(stdout);
    requests.start();
    context.getLogger(REQUESTS).setAdditive(false);
    context.getLogger(REQUESTS).addAppender(requests);
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
