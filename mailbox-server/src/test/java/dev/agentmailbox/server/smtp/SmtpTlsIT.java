package dev.agentmailbox.server.smtp;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.server.tls.TestCertificate;
import dev.agentmailbox.server.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SmtpTlsIT {
  @TempDir static Path directory;
  private static TestCertificate certificate;

  private final RecordingReceiver receiver = new RecordingReceiver();
  private SmtpListener listener;
  private WireClient client;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.make(directory, "EC");
  }

  @BeforeEach
  void start() throws IOException {
    SmtpSettings settings =
        SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example").withTls(certificate.files());
    listener = SmtpListener.start(settings, receiver, Clock.systemUTC());
    client = new WireClient(listener.port());
    client.reply();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    listener.stop(Duration.ZERO);
  }

  private void goSecure() throws IOException {
    negotiate(client, certificate, listener);
  }

  @Test
  void a_message_arrives_over_tls() throws IOException {
    assertTrue(client.say("EHLO client.example").contains("\n250-STARTTLS\n"));
    assertTrue(client.say("STARTTLS").startsWith("220"));
    goSecure();
    assertFalse(client.say("EHLO client.example").contains("STARTTLS"));
    client.say("MAIL FROM:<a@sender.example>");
    client.say("RCPT TO:<b@agents.example>");
    client.say("DATA");
    client.send("Subject: x\r\n\r\nsecret\r\n.\r\n");
    assertTrue(client.reply().startsWith("250"));
    assertTrue(receiver.mails.get(0).received().contains(" with ESMTPS id "));
    assertTrue(client.say("QUIT").startsWith("221"));
  }

  @Test
  void what_was_said_before_tls_is_forgotten() throws IOException {
    client.say("EHLO client.example");
    client.say("MAIL FROM:<a@sender.example>");
    client.say("STARTTLS");
    goSecure();
    assertTrue(
        client.say("MAIL FROM:<a@sender.example>").startsWith("503"), "EHLO is needed again");
    client.say("EHLO client.example");
    assertTrue(client.say("RCPT TO:<b@agents.example>").startsWith("503"));
    assertTrue(client.say("STARTTLS").startsWith("503"));
  }

  /** CVE-2021-38542: commands put in clear behind STARTTLS must not be run inside TLS. */
  @Test
  void plaintext_behind_starttls_is_thrown_away() throws IOException {
    client.say("EHLO client.example");
    client.send("STARTTLS\r\nEHLO evil.example\r\nMAIL FROM:<evil@sender.example>\r\n");
    assertTrue(client.reply().startsWith("220"));
    goSecure();
    assertTrue(client.say("RCPT TO:<b@agents.example>").startsWith("503"));
    assertTrue(client.say("MAIL FROM:<a@sender.example>").startsWith("503"));
  }

  @Test
  void bad_commands_are_counted_inside_tls_too() throws IOException {
    client.say("EHLO client.example");
    client.say("STARTTLS");
    goSecure();
    for (int i = 1; i < 10; i++) {
      assertTrue(client.say("NONSENSE").startsWith("500"));
    }
    assertTrue(client.say("NONSENSE").startsWith("421 4.7.0"));
  }

  @Test
  void pipelining_is_noticed_inside_tls_too() throws IOException {
    client.say("EHLO client.example");
    client.say("STARTTLS");
    goSecure();
    client.say("EHLO client.example");
    client.say("MAIL FROM:<a@sender.example>");
    client.say("RCPT TO:<b@agents.example>");
    client.say("DATA");
    client.send("x\r\n.\r\nMAIL FROM:<evil@sender.example>\r\n");
    assertTrue(client.reply().startsWith("554 5.5.0"));
    assertTrue(receiver.mails.isEmpty());
  }

  @Test
  void a_failed_handshake_ends_the_connection() throws IOException {
    client.say("EHLO client.example");
    client.say("STARTTLS");
    client.send("this is no TLS, and no command either\r\n");
    String rest = client.rest();
    assertFalse(rest.contains("500"), "nothing of it was taken for a command");
    assertFalse(rest.contains("250"));
  }

  @Test
  void a_renewed_certificate_is_used_and_open_sessions_continue() throws Exception {
    TestCertificate renewed = TestCertificate.make(directory, "EC");
    TlsFiles files = copy(certificate.files());
    SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
    SmtpSettings settings = SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example").withTls(files);
    try (SmtpListener renewing = SmtpListener.start(settings, receiver, clock);
        WireClient early = new WireClient(renewing.port());
        WireClient late = new WireClient(renewing.port())) {
      secured(early, certificate, renewing);
      Files.copy(renewed.files().certificateChain(), files.certificateChain(), REPLACE_EXISTING);
      Files.copy(renewed.files().privateKey(), files.privateKey(), REPLACE_EXISTING);
      clock.advance(Duration.ofMinutes(1));
      secured(late, renewed, renewing);
      assertTrue(late.say("NOOP").startsWith("250"));
      assertTrue(early.say("NOOP").startsWith("250"));
    }
  }

  private static TlsFiles copy(TlsFiles files) throws IOException {
    Path own = Files.createTempDirectory(directory, "renewed");
    return new TlsFiles(
        "MAILBOX_SMTP_TLS",
        Files.copy(files.certificateChain(), own.resolve("chain.pem")),
        Files.copy(files.privateKey(), own.resolve("key.pem")));
  }

  private static void secured(WireClient client, TestCertificate trusted, SmtpListener listener)
      throws IOException {
    client.reply();
    client.say("EHLO client.example");
    assertTrue(client.say("STARTTLS").startsWith("220"));
    negotiate(client, trusted, listener);
  }

  private static void negotiate(WireClient client, TestCertificate trusted, SmtpListener listener)
      throws IOException {
    SSLSocket secure =
        (SSLSocket)
            trusted
                .trusting()
                .getSocketFactory()
                .createSocket(client.socket, "localhost", listener.port(), true);
    secure.startHandshake();
    client.use(secure);
  }

  @Test
  void an_rsa_certificate_works_too() throws Exception {
    TestCertificate rsa = TestCertificate.make(directory, "RSA");
    assertEquals("TLS", rsa.serving().getProtocol());
  }

  @Test
  void a_wrong_key_file_stops_the_start_with_its_name() throws IOException {
    Path wrong = Files.writeString(directory.resolve("wrong.pem"), "no key");
    TlsFiles files =
        new TlsFiles("MAILBOX_SMTP_TLS", certificate.files().certificateChain(), wrong);
    SmtpSettings settings = SmtpSettings.plain("127.0.0.1", 0, "mx").withTls(files);
    IOException told =
        assertThrows(
            IOException.class, () -> SmtpListener.start(settings, receiver, Clock.systemUTC()));
    assertTrue(String.valueOf(told.getMessage()).contains("wrong.pem"));
  }
}
