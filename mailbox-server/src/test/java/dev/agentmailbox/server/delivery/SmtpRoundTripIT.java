package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.smtp.RecordingReceiver;
import dev.agentmailbox.server.smtp.SmtpListener;
import dev.agentmailbox.server.smtp.SmtpSettings;
import dev.agentmailbox.server.tls.TestCertificate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our client against our listener, over verified STARTTLS. */
final class SmtpRoundTripIT {
  @TempDir static Path directory;
  private static TestCertificate certificate;

  private final RecordingReceiver receiver = new RecordingReceiver();
  private SmtpListener listener;
  private SmtpTransport transport;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.make(directory, "RSA");
  }

  @BeforeEach
  void start() throws IOException {
    SmtpSettings settings =
        SmtpSettings.plain("127.0.0.1", 0, "mx.agents.example").withTls(certificate.files());
    listener = SmtpListener.start(settings, receiver, Clock.systemUTC());
    transport =
        new SmtpTransport(
            new Relay("localhost", listener.port(), Tls.REQUIRED, null),
            SmtpClientSettings.usual("client.example"),
            ClientTls.trusting(certificate.trusting()));
  }

  @AfterEach
  void stop() {
    transport.close();
    listener.stop(Duration.ofSeconds(1));
  }

  private Map<String, Outcome> handOver(String content, String... recipients) {
    RawMessage raw = RawMessage.of(content.getBytes(StandardCharsets.ISO_8859_1));
    return transport.handOver(
        new OutboundMail("bounce+x@agents.example", List.of(recipients), raw, "out_1"), () -> {});
  }

  /** Any text of dots and lines, across every buffer border. */
  @Test
  void bytes_arrive_unchanged() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      StringBuilder content = new StringBuilder();
      int pieces = random.nextInt(20);
      for (int i = 0; i < pieces; i++) {
        content.append(
            List.of(".", "..", "x", "\r\n", "\r\n.", "\r\n.\r\n", "y".repeat(8190))
                .get(random.nextInt(7)));
      }
      content.append("\r\n");
      Map<String, Outcome> outcomes = handOver(content.toString(), "b@agents.example");
      assertEquals(Set.of(Kind.ACCEPTED), kinds(outcomes), "seed " + seed);
      assertEquals(content.toString(), receiver.mails.get(round).text(), "seed " + seed);
    }
  }

  @Test
  void verdicts_cross_over() {
    receiver.answers =
        to ->
            switch (to.substring(0, to.indexOf('@'))) {
              case "gone" -> RecipientAnswer.UNKNOWN;
              case "full" -> RecipientAnswer.FULL;
              default -> RecipientAnswer.ACCEPTED;
            };
    Map<String, Outcome> outcomes =
        handOver("x\r\n", "gone@agents.example", "full@agents.example", "b@agents.example");
    assertEquals(
        List.of(Kind.RECIPIENT_REFUSED, Kind.TEMPORARY, Kind.ACCEPTED),
        List.of("gone", "full", "b").stream()
            .map(name -> Objects.requireNonNull(outcomes.get(name + "@agents.example")).kind())
            .toList());
    assertTrue(receiver.mails.get(0).received().contains(" with ESMTPS id "));
  }

  @Test
  void many_threads_share_a_few_connections() throws Exception {
    ExecutorService senders = Executors.newFixedThreadPool(8);
    try {
      List<Future<Map<String, Outcome>>> all = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String text = "n " + i + "\r\n";
        all.add(senders.submit(() -> handOver(text, "b@agents.example")));
      }
      for (Future<Map<String, Outcome>> one : all) {
        assertEquals(Set.of(Kind.ACCEPTED), kinds(one.get()));
      }
    } finally {
      senders.shutdown();
    }
    Set<String> texts = new HashSet<>();
    receiver.mails.forEach(mail -> texts.add(mail.text()));
    assertEquals(400, texts.size());
    assertEquals(400, receiver.mails.size());
  }

  private static Set<Kind> kinds(Map<String, Outcome> outcomes) {
    Set<Kind> kinds = new HashSet<>();
    outcomes.values().forEach(outcome -> kinds.add(outcome.kind()));
    return kinds;
  }
}
