package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SmtpTransportIT {
  private static final String TEXT = "Subject: x\r\n\r\nhello\r\n";
  private static final String FROM = "bounce+token@agents.example";
  private static final String TO = "b@peer.example";

  private final AtomicInteger marks = new AtomicInteger();
  private ScriptedSink sink;
  private SmtpTransport transport;

  @BeforeEach
  void start() throws IOException {
    sink = new ScriptedSink();
    transport = transport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null));
  }

  @AfterEach
  void stop() throws IOException {
    transport.close();
    sink.close();
  }

  private static SmtpTransport transport(Relay relay) {
    return new SmtpTransport(relay, quick(Duration.ofSeconds(5)));
  }

  private static SmtpClientSettings quick(Duration wholeMessage) {
    return new SmtpClientSettings(
        "client.example",
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        wholeMessage,
        Duration.ofSeconds(10),
        10,
        4);
  }

  private Map<String, Outcome> handOver(String text, String... recipients) {
    RawMessage content = RawMessage.of(text.getBytes(StandardCharsets.ISO_8859_1));
    return transport.handOver(
        new OutboundMail(FROM, List.of(recipients), content, "out_1"), marks::incrementAndGet);
  }

  private Outcome handOver() {
    Map<String, Outcome> outcomes = handOver(TEXT, TO);
    assertEquals(List.of(TO), List.copyOf(outcomes.keySet()));
    return Objects.requireNonNull(outcomes.get(TO));
  }

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
    assertFalse(transport.deliversFinally());
  }

  @Test
  void lines_that_begin_with_a_dot_are_stuffed() {
    handOver(".\r\n..a\r\nb.\r\n.", TO);
    assertEquals("..\r\n...a\r\nb.\r\n..\r\n.\r\n", sink.messages.get(0));
  }

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
    for (String what : List.of(ScriptedSink.CUT, ScriptedSink.SILENCE, "nonsense", "999 odd")) {
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
  void the_whole_message_has_a_time_limit_even_when_nothing_is_read() throws IOException {
    byte[] large = new byte[60 * 1024 * 1024];
    Arrays.fill(large, (byte) 'x');
    try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        SmtpTransport limited =
            new SmtpTransport(
                new Relay("127.0.0.1", deaf.getLocalPort(), Tls.WHEN_OFFERED, null),
                quick(Duration.ofMillis(800)))) {
      Thread thread = new Thread(() -> answerButNeverReadTheBody(deaf));
      thread.setDaemon(true);
      thread.start();
      long begin = System.nanoTime();
      Map<String, Outcome> outcomes =
          limited.handOver(
              new OutboundMail(FROM, List.of(TO), RawMessage.of(large), "out_1"),
              marks::incrementAndGet);
      assertEquals(Kind.TEMPORARY, Objects.requireNonNull(outcomes.get(TO)).kind());
      assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(10));
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
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofMillis(200),
            10,
            4);
    try (SmtpTransport forgetful =
        new SmtpTransport(new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null), settings)) {
      OutboundMail mail =
          new OutboundMail(FROM, List.of(TO), RawMessage.of(new byte[] {'x'}), "out_1");
      forgetful.handOver(mail, marks::incrementAndGet);
      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (sink.count("QUIT") == 0 && System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      assertEquals(1, sink.count("QUIT"));
    }
  }
}
