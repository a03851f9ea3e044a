package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.delivery.RelayUrl.Credentials;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.tls.TestCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SmtpTransportTlsIT {
  private static final Credentials CREDENTIALS = new Credentials("user", "pass wörd");
  private static final String WITH_TLS = "250-sink.example\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN";

  @TempDir static Path directory;
  private static TestCertificate certificate;

  @AutoClose private ScriptedSink sink;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.make(directory, "EC");
  }

  @BeforeEach
  void start() throws Exception {
    sink = new ScriptedSink();
    sink.tls = certificate.serving();
    sink.answers.put("EHLO", WITH_TLS);
    sink.answers.put("STARTTLS", "220 2.0.0 go on");
    sink.answers.put("AUTH", "235 2.7.0 welcome");
  }

  private Outcome handOver(
      Tls tls, String host, @Nullable Credentials credentials, ClientTls trust) {
    Relay relay = new Relay(host, sink.port(), tls, credentials);
    RawMessage content = RawMessage.of("Subject: x\r\n".getBytes(StandardCharsets.US_ASCII));
    OutboundMail mail = new OutboundMail("a@b.example", List.of("c@d.example"), content, "out_1");
    try (SmtpTransport transport =
        new SmtpTransport(relay, SmtpClientSettings.usual("client.example"), trust)) {
      return Objects.requireNonNull(transport.handOver(mail, () -> {}).get("c@d.example"));
    }
  }

  private static ClientTls trusting() {
    return ClientTls.trusting(certificate.trusting());
  }

  @Test
  void starttls_is_used_when_it_is_offered_whoever_answers() {
    assertEquals(
        Kind.ACCEPTED, handOver(Tls.WHEN_OFFERED, "127.0.0.1", null, ClientTls.usual()).kind());
    assertEquals(
        List.of("EHLO client.example", "STARTTLS", "EHLO client.example"),
        sink.commands.subList(0, 3));
  }

  @Test
  void required_tls_with_a_trusted_certificate_works() {
    assertEquals(Kind.ACCEPTED, handOver(Tls.REQUIRED, "localhost", null, trusting()).kind());
  }

  @Test
  void required_tls_with_an_untrusted_certificate_sends_nothing() {
    assertEquals(
        Kind.TEMPORARY, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, ClientTls.usual()).kind());
    assertEquals(0, sink.count("AUTH"));
    assertEquals(0, sink.count("MAIL"));
  }

  @Test
  void required_tls_with_a_certificate_for_another_name_sends_nothing() throws Exception {
    TestCertificate other = TestCertificate.forAnotherHost(directory);
    sink.tls = other.serving();
    ClientTls trustingOther = ClientTls.trusting(other.trusting());
    assertEquals(
        Kind.TEMPORARY, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trustingOther).kind());
    assertEquals(1, sink.count("STARTTLS"));
    assertEquals(0, sink.count("AUTH"));
  }

  @Test
  void required_tls_that_is_not_offered_sends_nothing() {
    sink.answers.put("EHLO", "250-sink.example\r\n250 AUTH PLAIN");
    assertEquals(
        Kind.TEMPORARY, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trusting()).kind());
    assertEquals(0, sink.count("AUTH"));
    assertEquals(0, sink.count("MAIL"));
  }

  @Test
  void smtps_is_tls_from_the_first_byte() {
    sink.secureFromTheStart = true;
    assertEquals(Kind.ACCEPTED, handOver(Tls.FROM_THE_START, "localhost", null, trusting()).kind());
    assertEquals(0, sink.count("STARTTLS"));
    assertEquals(
        Kind.TEMPORARY, handOver(Tls.FROM_THE_START, "localhost", null, ClientTls.usual()).kind());
  }

  /** A reply put in clear behind the reply to STARTTLS must not be read inside TLS. */
  @Test
  void plaintext_behind_the_starttls_reply_ends_the_attempt() {
    sink.answers.put("STARTTLS", "220 2.0.0 go on\r\n250-evil\r\n250 AUTH PLAIN");
    assertEquals(
        Kind.TEMPORARY, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trusting()).kind());
    assertEquals(0, sink.count("AUTH"));
  }

  @Test
  void auth_plain_is_preferred() {
    assertEquals(
        Kind.ACCEPTED, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trusting()).kind());
    String expected = base64("\0user\0pass wörd");
    assertEquals(1, sink.count("AUTH PLAIN " + expected));
  }

  @Test
  void auth_login_is_used_when_there_is_no_plain() {
    sink.answers.put("EHLO", "250-sink.example\r\n250-STARTTLS\r\n250 AUTH LOGIN CRAM-MD5");
    sink.answers.put("AUTH", "334 VXNlcm5hbWU6");
    sink.answers.put(base64("user"), "334 UGFzc3dvcmQ6");
    sink.answers.put(base64("pass wörd"), "235 2.7.0 welcome");
    assertEquals(
        Kind.ACCEPTED, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trusting()).kind());
    assertTrue(sink.commands.contains(base64("pass wörd")));
  }

  @ParameterizedTest
  @CsvSource({"535 5.7.8 wrong,REJECTED", "454 4.7.0 later,TEMPORARY", "CUT,TEMPORARY"})
  void a_refused_sign_in_has_its_verdict(String reply, Kind kind) {
    sink.answers.put("AUTH", reply);
    assertEquals(kind, handOver(Tls.REQUIRED, "localhost", CREDENTIALS, trusting()).kind());
    assertEquals(0, sink.count("MAIL"));
  }

  @ParameterizedTest
  @CsvSource({"554 5.7.3 no,REJECTED", "454 4.7.0 later,TEMPORARY", "CUT,TEMPORARY"})
  void a_refused_starttls_has_its_verdict(String reply, Kind kind) {
    sink.answers.put("STARTTLS", reply);
    assertEquals(kind, handOver(Tls.REQUIRED, "localhost", null, trusting()).kind());
  }

  @Test
  void a_relay_on_this_machine_may_have_the_password_in_clear() {
    sink.answers.put("EHLO", "250-sink.example\r\n250 AUTH PLAIN");
    assertEquals(
        Kind.ACCEPTED, handOver(Tls.WHEN_OFFERED, "127.0.0.1", CREDENTIALS, trusting()).kind());
    assertEquals(1, sink.count("AUTH PLAIN"));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
