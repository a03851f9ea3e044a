package dev.agentmailbox.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Logs to standard output, one line an event. Found through {@code META-INF/services}; set up in
 * code because reading a file of XML takes a tenth of the start. The system property {@code
 * logback.configurationFile} names a file that is used instead.
 */
public final class ConsoleLog extends ContextAwareBase implements Configurator {
  /** Writes to the error stream by itself; held here, because its level is lost with it. */
  private static final java.util.logging.Logger DATABASE_DRIVER =
      java.util.logging.Logger.getLogger("org.postgresql");

  /** The time is written as in RFC 3339, with milliseconds and the offset of the machine. */
  static final String PATTERN =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ} %-5level %logger{0} %msg%n%ex{short}";

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
