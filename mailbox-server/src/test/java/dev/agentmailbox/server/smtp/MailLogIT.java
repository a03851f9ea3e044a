package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.service.work.MailLog;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of mail that comes in. */
class MailLogIT {
  /** Tests of other classes log at the same time. */
  private static final String SENDER = "maillog.example";

  private final RecordingReceiver receiver = new RecordingReceiver();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderBase<ILoggingEvent> appender =
      new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getFormattedMessage().contains(SENDER)) {
            lines.add(event.getFormattedMessage().replaceAll(" [0-9a-z-]+ from", " ID from"));
          }
        }
      };
  private final Logger logger = (Logger) LoggerFactory.getLogger(MailLog.NAME);
  private SmtpListener listener;
  private WireClient client;

  @BeforeEach
  void start() throws IOException {
    appender.start();
    logger.addAppender(appender);
    listener =
        SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example"), receiver, Clock.systemUTC());
    client = WireClient.greeted(listener.port());
    client.say("HELO client.example");
    client.say("MAIL FROM:<secret-person@" + SENDER + ">");
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    listener.stop(Duration.ZERO);
    logger.detachAppender(appender);
  }

  private void message() throws IOException {
    client.say("RCPT TO:<agent@agents.example>");
    client.say("DATA");
    client.send("Subject: a secret\r\n\r\nmore\r\n.\r\n");
    client.reply();
  }

  @Test
  void a_message_that_came_in_is_one_line_without_address_and_content() throws IOException {
    message();
    String line = "in ID from=" + SENDER + " recipients=1 bytes=27 status=\"250 2.0.0\"";
    assertEquals(List.of(line), lines);
  }

  @Test
  void a_message_that_was_sent_back_says_so() throws IOException {
    receiver.trouble =
        envelope -> {
          throw ReceiveException.temporary(new IOException("disk"));
        };
    message();
    String line = "in ID from=" + SENDER + " recipients=1 bytes=27 status=\"451 4.3.0\"";
    assertEquals(List.of(line), lines);
  }

  @Test
  void a_recipient_that_was_refused_is_a_line_of_its_own() throws IOException {
    client.say("RCPT TO:<unknown@agents.example>");
    receiver.answers = recipient -> RecipientAnswer.FULL;
    client.say("RCPT TO:<full@agents.example>");
    String refused = "refused from=" + SENDER + " to=agents.example status=";
    assertEquals(List.of(refused + "\"550 5.1.1\"", refused + "\"452 4.2.2\""), lines);
  }
}
