package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SmtpBodyIT {
  private static final int LIMIT = 26_214_400;

  private final RecordingReceiver receiver = new RecordingReceiver();
  private SmtpListener listener;
  private WireClient client;

  @BeforeEach
  void start() throws IOException {
    listener =
        SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example"), receiver, Clock.systemUTC());
    client = WireClient.inData(listener.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    listener.stop(Duration.ZERO);
    assertEquals(0, receiver.openSpools.get(), "every spool is closed");
  }

  @ParameterizedTest
  @MethodSource("dev.agentmailbox.server.smtp.SmugglingForms#all")
  void no_smuggling_form_ends_a_message(String form) throws IOException {
    client.send(
        "Subject: one\r\n\r\ntext"
            + form
            + "MAIL FROM:<admin@agents.example>\r\nRCPT TO:<b@agents.example>\r\nDATA\r\n"
            + "Subject: two\r\n\r\nsmuggled\r\n.\r\n");
    assertTrue(client.reply().startsWith("550 5.6.0"));
    assertTrue(client.say("NOOP").startsWith("250"), "no reply to anything inside the message");
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_refused_message_is_never_run_as_commands() throws IOException {
    client.send("bare\nfeed\r\nQUIT\r\nRSET\r\nNOOP\r\n.\r\n");
    assertTrue(client.reply().startsWith("550 5.6.0"));
    assertTrue(client.say("RCPT TO:<b@agents.example>").startsWith("503"), "it was reset");
    assertTrue(client.say("MAIL FROM:<c@sender.example>").startsWith("250"));
  }

  @Test
  void bytes_before_354_are_refused_and_the_connection_closed() throws IOException {
    try (WireClient eager = WireClient.greeted(listener.port())) {
      eager.say("MAIL FROM:<a@sender.example>");
      eager.say("RCPT TO:<b@agents.example>");
      eager.send("DATA\r\nSubject: x\r\n\r\ntext\r\n.\r\n");
      assertEquals("554 5.5.0 Pipelining was not offered\r\n", eager.rest());
    }
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void bytes_behind_the_final_dot_are_refused_and_the_connection_closed() throws IOException {
    client.send("Subject: x\r\n\r\ntext\r\n.\r\nMAIL FROM:<admin@agents.example>\r\n");
    assertEquals("554 5.5.0 Pipelining was not offered\r\n", client.rest());
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_message_of_exactly_the_limit_passes() throws IOException {
    client.send(body(LIMIT));
    client.send(".\r\n");
    assertTrue(client.reply().startsWith("250"));
    assertEquals(LIMIT, receiver.mails.get(0).text().length());
  }

  @Test
  void one_byte_more_is_too_large() throws IOException {
    client.send(body(LIMIT + 1));
    client.send(".\r\n");
    assertTrue(client.reply().startsWith("552 5.3.4"));
    assertTrue(client.say("MAIL FROM:<c@sender.example>").startsWith("250"));
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_message_without_end_is_dropped_after_twice_the_limit() throws IOException {
    byte[] line = body(1024 * 1024);
    String answer = "";
    try {
      for (int i = 0; i < 60; i++) {
        client.send(line);
      }
    } catch (IOException e) {
      answer = "cut while sending"; // As good an end as the reply.
    }
    answer = answer.isEmpty() ? client.rest() : answer;
    assertTrue(answer.startsWith("552 5.3.4") || answer.startsWith("cut"), answer);
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void one_endless_line_is_no_trouble() throws IOException {
    byte[] line = new byte[LIMIT];
    Arrays.fill(line, (byte) 'x');
    client.send(line);
    client.send("y\r\n.\r\n");
    assertTrue(client.reply().startsWith("552 5.3.4"));
  }

  @Test
  void a_connection_lost_inside_a_message_leaves_nothing() throws IOException {
    client.send("Subject: x\r\n\r\nhalf a mess");
    client.socket.shutdownOutput();
    client.rest();
    assertTrue(receiver.mails.isEmpty());
  }

  private static byte[] body(int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) 'x');
    for (int end = 1000; end <= size; end += 1000) {
      bytes[end - 2] = '\r';
      bytes[end - 1] = '\n';
    }
    bytes[size - 2] = '\r';
    bytes[size - 1] = '\n';
    if (size % 1000 == 1) {
      bytes[size - 3] = 'x';
    }
    return bytes;
  }
}
