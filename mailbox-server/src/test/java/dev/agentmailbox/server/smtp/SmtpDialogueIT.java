package dev.agentmailbox.server.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.MailReceiver.Envelope;
import dev.agentmailbox.port.MailReceiver.ReceiveException;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SmtpDialogueIT {
  private final RecordingReceiver receiver = new RecordingReceiver();
  private SmtpListener listener;
  private WireClient client;

  @BeforeEach
  void start() throws IOException {
    Clock clock = Clock.fixed(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    listener =
        SmtpListener.start(
            SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example"), receiver, clock);
    client = WireClient.greeted(listener.port());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    listener.stop(Duration.ZERO);
    assertEquals(0, receiver.openSpools.get(), "every spool is closed");
  }

  private void envelope() throws IOException {
    client.say("MAIL FROM:<a@sender.example>");
    client.say("RCPT TO:<b@agents.example>");
  }

  private String message(String text) throws IOException {
    assertTrue(client.say("DATA").startsWith("354"));
    client.send(text + "\r\n.\r\n");
    return client.reply();
  }

  @Test
  void only_safe_extensions_are_announced() throws IOException {
    String extensions = "8BITMIME|SIZE 26214400|SMTPUTF8|ENHANCEDSTATUSCODES";
    assertEquals(
        "mx.agents.example|" + extensions,
        client.say("EHLO client.example").replaceAll("(?m)^250[ -]", "").replace('\n', '|'));
  }

  @Test
  void a_message_arrives_as_it_was_sent_behind_our_trace_header() throws IOException {
    envelope();
    assertTrue(message("Subject: x\r\n\r\n..stuffed\r\nö").startsWith("250 2.0.0 "));
    RecordingReceiver.Mail mail = receiver.mails.get(0);
    assertEquals("Subject: x\r\n\r\n.stuffed\r\nö\r\n", mail.text());
    assertEquals(
        new Envelope(
            "a@sender.example", List.of("b@agents.example"), "client.example", "127.0.0.1", false),
        mail.envelope());
    String[] lines = mail.received().replaceAll("id [0-9a-z-]+;", "id X;").split("\r\n\t");
    assertEquals("Received: from client.example ([127.0.0.1])", lines[0]);
    assertEquals("by mx.agents.example with ESMTP id X;", lines[1]);
    assertEquals("Sun, 1 Mar 2026 10:00:00 +0000\r\n", lines[2]);
  }

  @Test
  void a_hostile_helo_name_cannot_write_into_the_header() throws IOException {
    client.say("HELO x(comment);<evil>\"");
    envelope();
    message("x");
    assertTrue(receiver.mails.get(0).received().startsWith("Received: from x?comment???evil?? ("));
    assertTrue(receiver.mails.get(0).received().contains(" with SMTP id "));
  }

  @Test
  void several_messages_go_over_one_connection() throws IOException {
    for (int i = 0; i < 3; i++) {
      envelope();
      assertTrue(message("n " + i).startsWith("250"));
    }
    assertEquals(3, receiver.mails.size());
    assertTrue(client.say("QUIT").startsWith("221 2.0.0"));
    assertEquals("", client.rest());
  }

  @Test
  void the_null_sender_is_accepted() throws IOException {
    assertTrue(client.say("MAIL FROM:<>").startsWith("250 2.1.0"));
    client.say("RCPT TO:<b@agents.example>");
    message("x");
    assertEquals("", receiver.mails.get(0).envelope().returnPath());
  }

  @Test
  void the_same_recipient_twice_is_passed_once() throws IOException {
    envelope();
    assertTrue(client.say("RCPT TO:<B@Agents.example>").startsWith("250"));
    message("x");
    assertEquals(List.of("b@agents.example"), receiver.mails.get(0).envelope().recipients());
  }

  @Test
  void postmaster_needs_no_domain() throws IOException {
    client.say("MAIL FROM:<a@sender.example>");
    assertTrue(client.say("RCPT TO:<Postmaster>").startsWith("250"));
    message("x");
    assertEquals(
        List.of("Postmaster@mx.agents.example"), receiver.mails.get(0).envelope().recipients());
  }

  @ParameterizedTest
  @CsvSource({"UNKNOWN,550 5.1.1", "NOT_RECEIVING,550 5.2.1", "FULL,452 4.2.2"})
  void each_recipient_is_answered_for_itself(RecipientAnswer answer, String reply)
      throws IOException {
    receiver.answers = to -> to.startsWith("b") ? RecipientAnswer.ACCEPTED : answer;
    envelope();
    assertTrue(client.say("RCPT TO:<c@agents.example>").startsWith(reply));
    assertTrue(client.say("RCPT TO:<b2@agents.example>").startsWith("250"));
    message("x");
    assertEquals(
        List.of("b@agents.example", "b2@agents.example"),
        receiver.mails.get(0).envelope().recipients());
  }

  @Test
  void the_tenth_unknown_recipient_ends_the_connection() throws IOException {
    for (int i = 1; i < 10; i++) {
      client.say("RSET");
      client.say("MAIL FROM:<a@sender.example>");
      assertTrue(client.say("RCPT TO:<unknown" + i + "@agents.example>").startsWith("550 5.1.1"));
    }
    assertTrue(client.say("RCPT TO:<unknown@agents.example>").startsWith("421 4.7.0"));
    assertEquals("", client.rest());
  }

  @Test
  void the_hundred_and_first_recipient_is_put_off() throws IOException {
    client.say("MAIL FROM:<a@sender.example>");
    for (int i = 0; i < 100; i++) {
      assertTrue(client.say("RCPT TO:<n" + i + "@agents.example>").startsWith("250"));
    }
    assertTrue(client.say("RCPT TO:<n100@agents.example>").startsWith("452 4.5.3"));
    assertTrue(client.say("RCPT TO:<n7@agents.example>").startsWith("250"));
    assertTrue(message("x").startsWith("250"));
    assertEquals(100, receiver.mails.get(0).envelope().recipients().size());
  }

  @ParameterizedTest
  @CsvSource({
    "SIZE=26214400,250",
    "SIZE=0,250",
    "SIZE=26214401,552 5.3.4",
    "SIZE=99999999999,552 5.3.4",
    "SIZE=99999999999999999999,552 5.3.4",
    "SIZE=-1,501 5.5.4",
    "SIZE=1e3,501 5.5.4",
    "SIZE=,501 5.5.4",
    "SIZE,501 5.5.4",
    "BODY=8BITMIME,250",
    "BODY=7bit,250",
    "BODY=BINARYMIME,501 5.5.4",
    "SMTPUTF8,250",
    "RET=HDRS,555 5.5.4",
    "SIZE=1 SIZE=2,501 5.5.4"
  })
  void parameters_of_mail(String parameter, String reply) throws IOException {
    assertEquals(
        reply, client.say("MAIL FROM:<a@b.example> " + parameter).substring(0, reply.length()));
  }

  @ParameterizedTest
  @CsvSource({
    "RCPT TO:<a\0b@agents.example>,501 5.1.3",
    "RCPT TO:<a\u0001@agents.example>,501 5.1.3",
    "RCPT TO:<>,501 5.1.3",
    "RCPT TO:<a b@agents.example>,501 5.1.3",
    "RCPT TO:a@agents.example,501 5.5.4",
    "RCPT FOR:<a@agents.example>,501 5.5.4",
    "RCPT TO:<a@agents.example> NOTIFY=NEVER,555 5.5.4",
    "RCPTTO:<a@agents.example>,500 5.5.2",
    "DATA now,501 5.5.4",
    "DATA,554 5.5.1",
    "MAIL FROM:<c@d.example>,503 5.5.1",
    "VRFY someone,252",
    "EXPN list,502 5.5.1",
    "AUTH PLAIN AGEAYg==,502 5.5.1",
    "STARTTLS,502 5.5.1",
    "HELO,501 5.5.4",
    "WHAT,500 5.5.2",
    "X,500 5.5.2"
  })
  void wrong_commands_are_told_and_do_no_harm(String line, String reply) throws IOException {
    client.say("MAIL FROM:<a@sender.example>");
    assertEquals(reply, client.say(line).substring(0, reply.length()));
    assertTrue(client.say("RCPT TO:<b@agents.example>").startsWith("250"));
    assertTrue(message("x").startsWith("250"));
  }

  @Test
  void a_control_character_in_the_sender_is_refused() throws IOException {
    assertTrue(client.say("MAIL FROM:<a\0b@sender.example>").startsWith("501 5.1.7"));
  }

  @Test
  void non_ascii_addresses_need_smtputf8() throws IOException {
    String address =
        new String(
            "ü@b.example".getBytes(java.nio.charset.StandardCharsets.UTF_8),
            java.nio.charset.StandardCharsets.ISO_8859_1);
    assertTrue(client.say("MAIL FROM:<" + address + ">").startsWith("553 5.6.7"));
    assertTrue(client.say("MAIL FROM:<" + address + "> SMTPUTF8").startsWith("250"));
    assertTrue(client.say("RCPT TO:<" + address + ">").startsWith("250"));
    message("x");
    assertEquals("ü@b.example", receiver.mails.get(0).envelope().returnPath());
    assertTrue(receiver.mails.get(0).received().contains(" with UTF8SMTP id "));
  }

  @Test
  void a_greeting_is_needed_before_mail() throws IOException {
    try (WireClient silent = new WireClient(listener.port())) {
      assertTrue(silent.reply().startsWith("220 mx.agents.example"));
      assertTrue(silent.say("MAIL FROM:<a@b.example>").startsWith("503 5.5.1"));
    }
  }

  @Test
  void a_new_greeting_forgets_the_transaction() throws IOException {
    envelope();
    client.say("EHLO again.example");
    assertTrue(client.say("DATA").startsWith("503 5.5.1"));
  }

  @Test
  void ten_bad_commands_end_the_connection() throws IOException {
    for (int i = 1; i < 10; i++) {
      assertTrue(client.say("NONSENSE").startsWith("500"));
    }
    assertTrue(client.say("NONSENSE").startsWith("421 4.7.0"));
    assertEquals("", client.rest());
  }

  @Test
  void a_flood_of_bad_commands_is_not_answered_to_its_end() throws IOException {
    client.send("GARBAGE\r\n".repeat(1000));
    String answers = client.rest();
    assertTrue(answers.endsWith("421 4.7.0 Too many errors, closing connection\r\n"), answers);
    assertEquals(10, answers.lines().count());
  }

  @Test
  void a_thousand_commands_without_a_message_end_the_connection() throws IOException {
    String answer = "";
    int commands = 1;
    while (!answer.startsWith("421 4.7.0") && commands < 2000) {
      answer = client.say("NOOP");
      commands++;
    }
    assertEquals(1001, commands);
  }

  @Test
  void a_line_that_ends_in_a_bare_line_feed_is_no_command() throws IOException {
    client.send("MAIL FROM:<a@sender.example>\nRCPT TO:<b@agents.example>\r\n");
    assertTrue(client.rest().startsWith("501 5.5.2"));
  }

  @Test
  void a_spool_that_cannot_be_closed_takes_nothing_back() throws IOException {
    receiver.stuckSpool = true;
    envelope();
    assertTrue(message("x").startsWith("250"));
    receiver.stuckSpool = false;
    envelope();
    assertTrue(message("x").startsWith("250"));
  }

  @Test
  void bdat_is_refused_and_its_payload_is_never_run() throws IOException {
    envelope();
    client.send("BDAT 39 LAST\r\nRSET\r\nMAIL FROM:<evil@sender.example>\r\n");
    assertEquals("502 5.5.1 BDAT is not offered\r\n", client.rest());
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_defect_of_ours_is_temporary_and_the_connection_lives() throws IOException {
    receiver.answers =
        to -> {
          throw new IllegalStateException("defect");
        };
    client.say("MAIL FROM:<a@sender.example>");
    assertTrue(client.say("RCPT TO:<b@agents.example>").startsWith("451 4.3.0"));
    receiver.answers = to -> RecipientAnswer.ACCEPTED;
    envelope();
    assertTrue(message("x").startsWith("250"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"temporary", "full", "defect"})
  void a_message_that_cannot_be_stored_is_put_off_and_the_connection_lives(String what)
      throws IOException {
    receiver.trouble =
        envelope -> {
          switch (what) {
            case "temporary" -> throw ReceiveException.temporary(null);
            case "full" -> throw ReceiveException.full();
            default -> throw new IllegalStateException("defect");
          }
        };
    envelope();
    String reply = message("RSET\r\nMAIL FROM:<evil@sender.example>");
    assertTrue(reply.startsWith(what.equals("full") ? "452 4.2.2" : "451 4.3.0"), reply);
    receiver.trouble = envelope -> {};
    envelope();
    assertTrue(message("x").startsWith("250"));
    assertEquals(1, receiver.mails.size());
  }

  @Test
  void a_full_disk_is_told_after_the_message_was_read() throws IOException {
    receiver.fullDisk = true;
    envelope();
    assertTrue(message("QUIT\r\n".repeat(100_000)).startsWith("451 4.3.0"));
    receiver.fullDisk = false;
    envelope();
    assertTrue(message("x").startsWith("250"));
  }

  @Test
  void without_a_place_to_write_to_data_is_put_off() throws IOException {
    receiver.noSpool = true;
    envelope();
    assertTrue(client.say("DATA").startsWith("451 4.3.0"));
    receiver.noSpool = false;
    envelope();
    assertTrue(message("x").startsWith("250"));
    assertFalse(receiver.mails.isEmpty());
  }
}
