package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.port.MailTransport.Reply;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SmtpVerdictIT extends AgainstSink {
  @Test
  void the_mark_comes_before_the_dot_and_after_everything_else() throws Exception {
    StringBuilder seen = new StringBuilder();
    RawMessage content = RawMessage.of(TEXT.getBytes(StandardCharsets.US_ASCII));
    transport.handOver(
        new OutboundMail(FROM, List.of(TO), content, "out_1"),
        () ->
            seen.append(sink.commands.get(sink.commands.size() - 1)).append(sink.messages.size()));
    assertEquals("DATA0", seen.toString());
    assertEquals(1, sink.messages.size());
  }

  @Test
  void a_mark_that_fails_stops_before_the_dot() {
    RawMessage content = RawMessage.of(TEXT.getBytes(StandardCharsets.US_ASCII));
    OutboundMail mail = new OutboundMail(FROM, List.of(TO), content, "out_1");
    assertThrows(
        IllegalStateException.class,
        () ->
            transport.handOver(
                mail,
                () -> {
                  throw new IllegalStateException("lease lost");
                }));
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(1, sink.messages.size());
    assertEquals(2, sink.connections.get(), "the broken connection was not used again");
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT,554 5.3.2 no service,REJECTED",
    "CONNECT,421 4.3.2 later,TEMPORARY",
    "CONNECT,450 odd,TEMPORARY",
    "EHLO,421 4.3.2 later,TEMPORARY",
    "EHLO,450 4.7.1 later,TEMPORARY",
    "MAIL,550 5.7.1 not you,REJECTED",
    "MAIL,501 5.1.7 bad sender,REJECTED",
    "MAIL,451 4.3.0 later,TEMPORARY",
    "MAIL,421 4.3.2 later,TEMPORARY",
    "RCPT,550 5.1.1 no such user,RECIPIENT_REFUSED",
    "RCPT,554 no,RECIPIENT_REFUSED",
    "RCPT,550 5.7.1 relaying denied,REJECTED",
    "RCPT,450 4.2.1 greylisted,TEMPORARY",
    "RCPT,452 4.2.2 full,TEMPORARY",
    "RCPT,421 4.7.0 later,TEMPORARY",
    "DATA,554 5.5.1 no,REJECTED",
    "DATA,451 4.3.0 later,TEMPORARY",
    "DATA,421 4.3.0 later,TEMPORARY",
    "DATA,250 odd,TEMPORARY",
    "DOT,554 5.6.0 content,REJECTED",
    "DOT,552 5.3.4 too large,REJECTED",
    "DOT,451 4.3.0 later,TEMPORARY",
    "DOT,421 4.3.0 later,TEMPORARY",
    "DOT,354 odd,UNKNOWN"
  })
  void each_reply_at_each_step_has_its_verdict(String step, String reply, Kind kind) {
    sink.answers.put(step, reply);
    Outcome outcome = handOver();
    assertEquals(kind, outcome.kind());
    Reply kept = Objects.requireNonNull(outcome.reply());
    assertEquals(Integer.parseInt(reply.substring(0, 3)), kept.code());
    assertEquals(step.equals("DOT") ? 1 : 0, marks.get());
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT,TEMPORARY",
    "EHLO,TEMPORARY",
    "MAIL,TEMPORARY",
    "RCPT,TEMPORARY",
    "DATA,TEMPORARY",
    "DOT,UNKNOWN"
  })
  void a_cut_or_silent_connection_at_each_step_has_its_verdict(String step, Kind kind) {
    for (String what : List.of(ScriptedSink.CUT, "nonsense", "999 odd", ScriptedSink.SILENCE)) {
      if (what.equals(ScriptedSink.SILENCE)) {
        waitLittle();
      }
      marks.set(0);
      sink.answers.put(step, what);
      assertEquals(kind, handOver().kind(), what);
      assertEquals(step.equals("DOT") ? 1 : 0, marks.get(), what);
    }
  }

  /** The replies of a whole dialogue, cut after each byte in turn. */
  @Test
  void a_connection_cut_at_any_byte_is_never_taken_for_more_than_it_was() {
    int whole = 0;
    for (String reply :
        List.of(
            "220 sink.example ESMTP",
            "250-sink.example\r\n250-SIZE 1000000\r\n250 8BITMIME",
            "250 ok",
            "250 ok",
            "354 go on",
            "250 2.0.0 queued as 1")) {
      whole += reply.length() + 2;
    }
    int dot = whole - "250 2.0.0 queued as 1\r\n".length();
    for (int bytes = 0; bytes <= whole; bytes++) {
      sink.replyBytes = bytes;
      marks.set(0);
      try (SmtpTransport fresh =
          transport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null))) {
        Kind kind =
            Objects.requireNonNull(
                    fresh
                        .handOver(
                            new OutboundMail(
                                FROM,
                                List.of(TO),
                                RawMessage.of(TEXT.getBytes(StandardCharsets.US_ASCII)),
                                "out_1"),
                            marks::incrementAndGet)
                        .get(TO))
                .kind();
        Kind expected = bytes < dot ? Kind.TEMPORARY : bytes < whole ? Kind.UNKNOWN : Kind.ACCEPTED;
        assertEquals(expected, kind, "cut after " + bytes + " of " + whole);
        assertEquals(bytes < dot ? 0 : 1, marks.get());
      }
    }
  }

  @Test
  void nobody_there_is_temporary() throws IOException {
    sink.close();
    assertEquals(Kind.TEMPORARY, handOver().kind());
  }

  @Test
  void a_relay_without_address_is_temporary() {
    try (SmtpTransport lost = transport(new Relay("nowhere.invalid", 25, Tls.WHEN_OFFERED, null))) {
      OutboundMail mail =
          new OutboundMail(FROM, List.of(TO), RawMessage.of(new byte[] {'x'}), "out_1");
      assertEquals(
          Kind.TEMPORARY,
          Objects.requireNonNull(lost.handOver(mail, marks::incrementAndGet).get(TO)).kind());
    }
  }

  @Test
  @Timeout(60)
  void the_whole_message_has_a_time_limit_even_when_nothing_is_read() throws IOException {
    byte[] large = new byte[60 * 1024 * 1024];
    Arrays.fill(large, (byte) 'x');
    try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        SmtpTransport limited =
            new SmtpTransport(
                new Relay("127.0.0.1", deaf.getLocalPort(), Tls.WHEN_OFFERED, null),
                limited(Duration.ofSeconds(30), Duration.ofMillis(800)))) {
      Thread thread = new Thread(() -> answerButNeverReadTheBody(deaf));
      thread.setDaemon(true);
      thread.start();
      Map<String, Outcome> outcomes =
          limited.handOver(
              new OutboundMail(FROM, List.of(TO), RawMessage.of(large), "out_1"),
              marks::incrementAndGet);
      assertEquals(Kind.TEMPORARY, Objects.requireNonNull(outcomes.get(TO)).kind());
      assertEquals(0, marks.get());
    }
  }

  private static void answerButNeverReadTheBody(ServerSocket deaf) {
    try (Socket socket = deaf.accept()) {
      socket.getOutputStream().write("220 x\r\n".getBytes(StandardCharsets.US_ASCII));
      for (String reply : List.of("250 x\r\n", "250 x\r\n", "250 x\r\n", "354 x\r\n")) {
        while (socket.getInputStream().read() != '\n') {
          Thread.onSpinWait();
        }
        socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
      }
      deaf.accept().close();
    } catch (IOException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void each_recipient_keeps_its_own_reply() {
    sink.answers.put("RCPT TO:<gone@peer.example>", "550-5.1.1 The account\r\n550 5.1.1 is gone");
    sink.answers.put("RCPT TO:<later@peer.example>", "450 4.2.1 greylisted");
    Map<String, Outcome> outcomes =
        handOver(TEXT, "gone@peer.example", TO, "later@peer.example", TO);
    assertEquals(
        Map.of(
            "gone@peer.example",
            Outcome.of(Kind.RECIPIENT_REFUSED, new Reply(550, "5.1.1", "The account is gone")),
            "later@peer.example",
            Outcome.of(Kind.TEMPORARY, new Reply(450, "4.2.1", "greylisted")),
            TO,
            Outcome.accepted(new Reply(250, "2.0.0", "queued as 1"))),
        outcomes);
    assertEquals(3, sink.count("RCPT"));
  }

  @Test
  void a_later_failure_leaves_what_is_known_of_a_recipient() {
    sink.answers.put("RCPT TO:<gone@peer.example>", "550 5.1.1 gone");
    sink.answers.put("DATA", ScriptedSink.CUT);
    Map<String, Outcome> outcomes = handOver(TEXT, "gone@peer.example", TO);
    assertEquals(
        Kind.RECIPIENT_REFUSED, Objects.requireNonNull(outcomes.get("gone@peer.example")).kind());
    assertEquals(Kind.TEMPORARY, Objects.requireNonNull(outcomes.get(TO)).kind());
  }

  @Test
  void helo_is_tried_when_ehlo_is_refused() {
    sink.answers.put("EHLO", "502 5.5.1 what");
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(1, sink.count("HELO client.example"));
    assertEquals(1, sink.count("MAIL FROM:<" + FROM + ">"));
    transport.close();
    transport = transport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null));
    sink.answers.put("HELO", "550 5.7.1 go away");
    assertEquals(Kind.REJECTED, handOver().kind());
  }

  @Test
  void an_endless_reply_is_not_read_to_its_end() {
    sink.answers.put("EHLO", "250-x\r\n".repeat(200) + "250 x");
    assertEquals(Kind.TEMPORARY, handOver().kind());
    sink.answers.put("EHLO", "250 " + "x".repeat(100_000));
    assertEquals(Kind.TEMPORARY, handOver().kind());
  }

  @Test
  void a_server_that_speaks_unasked_is_not_believed() {
    sink.answers.put("DATA", "354 go on\r\n250 2.0.0 accepted already");
    assertEquals(Kind.TEMPORARY, handOver().kind());
    assertEquals(0, marks.get());
  }
}
