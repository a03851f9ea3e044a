package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.delivery.RelayUrl.Credentials;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A relay that wants access tokens instead of a password. */
final class RelaySignInIT {
  private static final String REFUSED = "535 5.7.3 Authentication unsuccessful";

  private final Tokens tokens = new Tokens();
  @AutoClose private ScriptedSink sink;

  @BeforeEach
  void start() throws IOException {
    sink = new ScriptedSink();
    sink.answers.put("EHLO", "250-sink.example\r\n250 AUTH LOGIN XOAUTH2");
    sink.answers.put(command("one"), "235 2.7.0 welcome");
    sink.answers.put(command("two"), "235 2.7.0 welcome");
  }

  /** As Microsoft and Google describe it. */
  private static String command(String token) {
    String text = "user=agents@x.example\u0001auth=Bearer " + token + "\u0001\u0001";
    return "AUTH XOAUTH2 "
        + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private Outcome handOver() {
    Relay relay =
        new Relay(
            "127.0.0.1", sink.port(), Tls.WHEN_OFFERED, new Credentials("agents@x.example", ""));
    RawMessage content = RawMessage.of("Subject: x\r\n".getBytes(StandardCharsets.US_ASCII));
    OutboundMail mail = new OutboundMail("a@b.example", List.of("c@d.example"), content, "out_1");
    try (SmtpTransport transport =
        new SmtpTransport(
            relay, SmtpClientSettings.usual("client.example"), SourceAddresses.ANY, tokens)) {
      return Objects.requireNonNull(transport.handOver(mail, () -> {}).get("c@d.example"));
    }
  }

  @Test
  void mail_leaves_with_a_token() {
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(1, sink.count("AUTH"));
    assertEquals(List.of(), tokens.refused);
    assertTrue(tokens.closed);
  }

  @Test
  void a_token_that_is_refused_is_replaced_once() {
    sink.answers.put(command("one"), REFUSED);
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(List.of("one"), tokens.refused);
    assertEquals(2, sink.count("AUTH"));
  }

  @Test
  void a_refusal_with_a_challenge_is_replaced_once_too() {
    sink.answers.put(command("one"), "334 eyJzdGF0dXMiOiI0MDEifQ==");
    sink.answers.put("", REFUSED);
    assertEquals(Kind.ACCEPTED, handOver().kind());
    assertEquals(List.of("one"), tokens.refused);
  }

  @Test
  void after_two_refusals_the_mail_waits_and_the_reason_names_no_token() {
    sink.answers.put(command("one"), REFUSED);
    sink.answers.put(command("two"), REFUSED);
    Outcome outcome = handOver();
    assertEquals(Kind.TEMPORARY, outcome.kind());
    String reason = String.valueOf(outcome);
    assertTrue(reason.contains("the relay refuses the access token with 535"), reason);
    assertFalse(reason.contains("two"), reason);
    assertEquals(List.of("one", "two"), tokens.refused);
    assertEquals(2, sink.count("AUTH"));
    assertEquals(0, sink.count("MAIL"));
  }

  @Test
  void without_a_token_the_mail_waits() {
    tokens.left.clear();
    Outcome outcome = handOver();
    assertEquals(Kind.TEMPORARY, outcome.kind());
    assertTrue(String.valueOf(outcome).contains("no access token"), outcome.toString());
    assertEquals(0, sink.count("AUTH"));
  }

  @Test
  void a_relay_that_takes_no_tokens_gets_none() {
    sink.answers.put("EHLO", "250-sink.example\r\n250 AUTH LOGIN PLAIN");
    assertEquals(Kind.TEMPORARY, handOver().kind());
    assertEquals(0, sink.count("AUTH"));
  }

  private Outcome withPassword(String offered) {
    sink.answers.put("EHLO", offered);
    Relay relay =
        new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, new Credentials("us@er", "p:w@ss"));
    RawMessage content = RawMessage.of("Subject: x\r\n".getBytes(StandardCharsets.US_ASCII));
    OutboundMail mail = new OutboundMail("a@b.example", List.of("c@d.example"), content, "out_1");
    try (SmtpTransport transport =
        new SmtpTransport(relay, SmtpClientSettings.usual("client.example"))) {
      return Objects.requireNonNull(transport.handOver(mail, () -> {}).get("c@d.example"));
    }
  }

  private void takesLogin() {
    sink.answers.put("AUTH LOGIN", "334 VXNlcm5hbWU6");
    sink.answers.put(base64("us@er"), "334 UGFzc3dvcmQ6");
    sink.answers.put(base64("p:w@ss"), "235 2.7.0 welcome");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_mechanism_that_the_relay_offers_and_does_not_know_is_followed_by_the_next() {
    takesLogin();
    sink.answers.put(
        "AUTH PLAIN " + base64("\0us@er\0p:w@ss"), "504 5.5.4 Unrecognized authentication type");
    assertEquals(Kind.ACCEPTED, withPassword("250-sink.example\r\n250 AUTH PLAIN LOGIN").kind());
    assertEquals(2, sink.count("AUTH"));
  }

  @Test
  void a_relay_that_knows_none_of_its_mechanisms_refuses() {
    sink.answers.put(
        "AUTH PLAIN " + base64("\0us@er\0p:w@ss"), "504 5.5.4 Unrecognized authentication type");
    sink.answers.put("AUTH LOGIN", "504 5.5.4 Unrecognized authentication type");
    assertEquals(Kind.REJECTED, withPassword("250-sink.example\r\n250 AUTH PLAIN LOGIN").kind());
  }

  @Test
  void a_wrong_password_is_not_tried_with_another_mechanism() {
    sink.answers.put("AUTH PLAIN " + base64("\0us@er\0p:w@ss"), REFUSED);
    assertEquals(Kind.REJECTED, withPassword("250-sink.example\r\n250 AUTH PLAIN LOGIN").kind());
    assertEquals(1, sink.count("AUTH"));
  }

  @Test
  void mechanisms_after_an_equals_sign_are_understood() {
    takesLogin();
    assertEquals(Kind.ACCEPTED, withPassword("250-sink.example\r\n250 AUTH=LOGIN").kind());
    assertEquals(
        Kind.ACCEPTED, withPassword("250-sink.example\r\n250-AUTH=LOGIN\r\n250 AUTH NTLM").kind());
  }

  private static final class Tokens implements AccessTokens {
    final Deque<String> left = new ArrayDeque<>(List.of("one", "two", "three"));
    final List<String> refused = new ArrayList<>();
    boolean closed;

    @Override
    public synchronized String current() throws IOException {
      String token = left.peek();
      if (token == null) {
        throw new IOException("the token endpoint cannot be reached");
      }
      return token;
    }

    @Override
    public synchronized void refused(String token) {
      refused.add(token);
      left.remove(token);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
