package dev.agentmailbox.server.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.util.CachingDateFormatter;
import java.time.ZoneId;
import java.util.List;

/**
 * One line per event: time, level, class, message; the short stack trace of an exception follows.
 * In code, because a pattern makes the library load all its converters, about 150 classes. Thread
 * safe once started.
 */
final class LineLayout extends LayoutBase<ILoggingEvent> {
  /** RFC 3339, with milliseconds and the offset. */
  private static final String TIME = "yyyy-MM-dd'T'HH:mm:ss.SSSZZZZZ";

  private static final int LONGEST_LEVEL = "ERROR".length();

  private final CachingDateFormatter times;
  private final ThrowableProxyConverter exceptions = new ThrowableProxyConverter();

  LineLayout(ZoneId zone) {
    times = new CachingDateFormatter(TIME, zone);
  }

  @Override
  public void start() {
    exceptions.setContext(getContext());
    exceptions.setOptionList(List.of("short"));
    exceptions.start();
    super.start();
  }

  @Override
  public String doLayout(ILoggingEvent event) {
    String level = event.getLevel().toString();
    String logger = event.getLoggerName();
    return times.format(event.getTimeStamp())
        + ' '
        + level
        + " ".repeat(LONGEST_LEVEL - level.length() + 1)
        + logger.substring(logger.lastIndexOf('.') + 1)
        + ' '
        + event.getFormattedMessage()
        + System.lineSeparator()
        + exceptions.convert(event);
  }
}
