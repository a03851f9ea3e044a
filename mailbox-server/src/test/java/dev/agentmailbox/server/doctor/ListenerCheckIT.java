package dev.agentmailbox.server.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.server.doctor.Finding.Level;
import dev.agentmailbox.server.smtp.RecordingReceiver;
import dev.agentmailbox.server.smtp.SmtpListener;
import dev.agentmailbox.server.smtp.SmtpSettings;
import dev.agentmailbox.server.tls.TestCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ListenerCheckIT {
  /** keytool makes certificates of two days. */
  private static final Duration LIFE = Duration.ofDays(2);

  @TempDir static Path directory;
  private static TestCertificate certificate;
  private static Instant made;

  @BeforeAll
  static void make() throws Exception {
    certificate = TestCertificate.forNames(directory, "dns:mail.a.test,dns:*.b.test");
    made = Instant.now();
  }

  private static List<Finding> look(int port, String host, Clock clock) {
    return new ListenerCheck(new InetSocketAddress("0.0.0.0", port), host, clock).look();
  }

  private static Finding judged(String host, Instant now) throws IOException {
    SmtpSettings settings =
        SmtpSettings.plain("127.0.0.1", 0, "mail.a.test").withTls(certificate.files());
    try (SmtpListener listener =
        SmtpListener.start(settings, new RecordingReceiver(), Clock.systemUTC())) {
      List<Finding> found = look(listener.port(), host, SettableClock.at(now));
      assertEquals(2, found.size(), found.toString());
      assertEquals(Level.OPTIONAL, found.get(0).level());
      return found.get(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mail.a.test, OK",
    "mx.b.test, OK",
    "b.test, WRONG",
    "one.mx.b.test, WRONG",
    "mail.c.test, WRONG",
  })
  void the_certificate_must_cover_the_name(String host, Level level) throws IOException {
    assertEquals(level, judged(host, made.minus(ListenerCheck.ENDS_SOON)).level());
  }

  @Test
  void the_end_of_the_certificate_is_told_two_weeks_before() throws IOException {
    Instant end = made.plus(LIFE);
    Duration margin = Duration.ofMinutes(5);
    Instant soon = end.minus(ListenerCheck.ENDS_SOON);
    assertEquals(Level.OK, judged("mail.a.test", soon.minus(margin)).level());
    assertTrue(judged("mail.a.test", soon.plus(margin)).line().contains("renew it"));
    Finding ended = judged("mail.a.test", end.plus(margin));
    assertEquals(Level.WRONG, ended.level());
    assertTrue(ended.line().contains("expired"), ended.line());
  }

  @Test
  void what_is_no_mail_server_is_wrong() throws Exception {
    try (ServerSocket other = new ServerSocket(0)) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket client = other.accept()) {
                  client.getOutputStream().write("SSH-2.0\r\n".getBytes(StandardCharsets.UTF_8));
                  client.getInputStream().read();
                } catch (IOException gone) {
                  // The check has seen enough.
                }
              });
      answering.start();
      List<Finding> found = look(other.getLocalPort(), "mail.a.test", Clock.systemUTC());
      assertEquals(List.of(Level.WRONG), found.stream().map(Finding::level).toList());
      answering.join();
    }
  }
}
