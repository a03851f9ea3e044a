package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SmtpTransportIT extends AgainstSink {
  @Test
  void a_message_is_handed_over_as_it_is() {
    Outcome outcome = handOver();
    assertEquals(Outcome.accepted(new Reply(250, "2.0.0", "queued as 1")), outcome);
    assertEquals(TEXT + ".\r\n", sink.messages.get(0));
    assertEquals(
        List.of(
            "EHLO client.example",
            "MAIL FROM:<bounce+token@agents.example> SIZE=" + TEXT.length(),
            "RCPT TO:<b@peer.example>",
            "DATA"),
        sink.commands);
    assertEquals(1, marks.get());
    assertFalse(transport.isFinalDelivery());
  }

  @Test
  void lines_that_begin_with_a_dot_are_stuffed() {
    handOver(".\r\n..a\r\nb.\r\n.", TO);
    assertEquals("..\r\n...a\r\nb.\r\n..\r\n.\r\n", sink.messages.get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@b\r\nRCPT TO:<evil@x>",
        "a@b\rx",
        "a@b\nx",
        "a\0@b",
        "a b@c",
        "a@b>",
        "<a@b",
        "a@b\u0085x",
        "a@b\u2028x",
        ""
      })
  void a_forbidden_character_in_an_address_never_reaches_the_wire(String address) {
    Map<String, Outcome> outcomes = handOver(TEXT, address, TO);
    assertEquals(Kind.REJECTED, Objects.requireNonNull(outcomes.get(address)).kind());
    assertEquals(Kind.ACCEPTED, Objects.requireNonNull(outcomes.get(TO)).kind());
    assertEquals(1, sink.count("RCPT"));
    RawMessage content = RawMessage.of(TEXT.getBytes(StandardCharsets.US_ASCII));
    int before = sink.commands.size();
    if (!address.isEmpty()) {
      OutboundMail bad = new OutboundMail(address, List.of(TO), content, "out_1");
      assertEquals(
          Kind.REJECTED,
          Objects.requireNonNull(transport.handOver(bad, marks::incrementAndGet).get(TO)).kind());
      assertEquals(before, sink.commands.size());
    }
  }

  @ParameterizedTest
  @MethodSource("dev.agentmailbox.server.smtp.SmugglingForms#all")
  void no_smuggling_form_leaves(String form) {
    Map<String, Outcome> outcomes =
        handOver("Subject: x\r\n\r\ntext" + form + "MAIL FROM:<a@b>\r\n", TO);
    assertEquals(Kind.REJECTED, Objects.requireNonNull(outcomes.get(TO)).kind());
    assertEquals(0, sink.connections.get());
    assertEquals(0, marks.get());
  }

  @Test
  void a_dot_alone_on_a_line_does_not_end_the_message() {
    handOver("a\r\n.\r\nMAIL FROM:<a@b>\r\n", TO);
    assertEquals("a\r\n..\r\nMAIL FROM:<a@b>\r\n.\r\n", sink.messages.get(0));
    assertEquals(1, sink.count("MAIL"));
  }

  @Test
  void non_ascii_addresses_go_only_where_they_are_taken() {
    assertEquals(
        Kind.REJECTED,
        Objects.requireNonNull(handOver(TEXT, "ü@peer.example").get("ü@peer.example")).kind());
    assertEquals(0, sink.count("RCPT"));
    sink.answers.put("EHLO", "250-sink.example\r\n250 SMTPUTF8");
    transport.close();
    transport = transport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null));
    assertEquals(
        Kind.ACCEPTED,
        Objects.requireNonNull(handOver(TEXT, "ü@peer.example").get("ü@peer.example")).kind());
    assertEquals(1, sink.count("MAIL FROM:<" + FROM + "> SMTPUTF8"));
    assertEquals(1, sink.count("RCPT TO:<ü@peer.example>"));
  }

  @Test
  void eight_bit_content_is_declared_or_not_sent() {
    handOver("ö\r\n", TO);
    assertEquals(1, sink.count("MAIL FROM:<" + FROM + "> SIZE=3 BODY=8BITMIME"));
    sink.answers.put("EHLO", "250 sink.example");
    transport.close();
    transport = transport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null));
    assertEquals(Kind.REJECTED, Objects.requireNonNull(handOver("ö\r\n", TO).get(TO)).kind());
  }

  @Test
  void a_message_over_the_announced_size_is_not_offered() {
    sink.answers.put("EHLO", "250-sink.example\r\n250 SIZE 10");
    Outcome outcome = handOver();
    assertEquals(Kind.REJECTED, outcome.kind());
    assertEquals(0, sink.count("MAIL"));
  }

  @Test
  void delivery_reports_are_asked_for_where_they_are_offered() {
    sink.answers.put("EHLO", "250-sink.example\r\n250 DSN");
    handOver(TEXT, "a+b=c@peer.example");
    assertEquals(1, sink.count("MAIL FROM:<" + FROM + "> RET=HDRS ENVID=out_1"));
    assertEquals(
        1,
        sink.count(
            "RCPT TO:<a+b=c@peer.example> NOTIFY=SUCCESS,FAILURE,DELAY"
                + " ORCPT=rfc822;a+2Bb+3Dc@peer.example"));
  }

  @Test
  void a_connection_is_used_again() {
    for (int i = 0; i < 5; i++) {
      assertEquals(Kind.ACCEPTED, handOver().kind());
    }
    assertEquals(1, sink.connections.get());
    assertEquals(1, sink.count("EHLO"));
    transport.close();
    assertEquals(1, sink.count("QUIT"));
  }

  @Test
  void a_refused_message_leaves_the_connection_usable() {
    sink.answers.put("RCPT", "550 5.1.1 gone");
    assertEquals(Kind.RECIPIENT_REFUSED, handOver().kind());
    sink.answers.remove("RCPT");
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(1, sink.connections.get());
    assertEquals(1, sink.count("RSET"));
  }

  @Test
  void a_kept_connection_that_ended_is_replaced_unseen() throws IOException {
    handOver();
    sink.cutAll();
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(2, sink.connections.get());
    assertEquals(2, marks.get());
  }

  @Test
  void a_kept_connection_that_says_421_is_replaced_unseen() {
    handOver();
    sink.answers.put("MAIL", "421 4.4.2 idle too long");
    assertEquals(Kind.TEMPORARY, handOver().kind(), "the new one says so too");
    assertEquals(2, sink.connections.get());
  }

  @Test
  void a_closed_transport_puts_mail_off() {
    transport.close();
    assertEquals(Kind.TEMPORARY, handOver().kind());
    assertEquals(0, sink.connections.get());
  }

  @Test
  void an_unused_connection_is_ended_after_a_while() throws InterruptedException {
    SmtpClientSettings settings =
        new SmtpClientSettings(
            "client.example",
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            10,
            4);
    try (SmtpTransport forgetful =
        new SmtpTransport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null), settings)) {
      OutboundMail mail =
          new OutboundMail(FROM, List.of(TO), RawMessage.of(new byte[] {'x'}), "out_1");
      forgetful.handOver(mail, marks::incrementAndGet);
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (sink.count("QUIT") == 0 && System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      assertEquals(1, sink.count("QUIT"));
    }
  }
}
