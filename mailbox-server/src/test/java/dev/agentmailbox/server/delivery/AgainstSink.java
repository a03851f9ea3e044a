package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.delivery.RelayUrl.Relay;
import dev.agentmailbox.server.delivery.RelayUrl.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One transport in front of one scripted next hop. */
abstract class AgainstSink {
  static final String TEXT = "Subject: x\r\n\r\nhello\r\n";
  static final String FROM = "bounce+token@agents.example";
  static final String TO = "b@peer.example";

  final AtomicInteger marks = new AtomicInteger();
  ScriptedSink sink;
  SmtpTransport transport;

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

  /** With time limits that pass only when a test hangs. */
  static SmtpTransport transport(Relay relay) {
    return new SmtpTransport(relay, limited(Duration.ofSeconds(30), Duration.ofSeconds(60)));
  }

  /** From here on a reply that does not come is not waited for long. */
  void waitLittle() {
    transport.close();
    transport =
        new SmtpTransport(
            new Relay("127.0.0.1", sink.port(), Tls.WHEN_OFFERED, null),
            limited(Duration.ofSeconds(2), Duration.ofSeconds(60)));
  }

  static SmtpClientSettings limited(Duration reply, Duration wholeMessage) {
    return new SmtpClientSettings(
        "client.example", reply, reply, reply, wholeMessage, Duration.ofSeconds(10), 10, 4);
  }

  Map<String, Outcome> handOver(String text, String... recipients) {
    RawMessage content = RawMessage.of(text.getBytes(StandardCharsets.ISO_8859_1));
    return transport.handOver(
        new OutboundMail(FROM, List.of(recipients), content, "out_1"), marks::incrementAndGet);
  }

  Outcome handOver() {
    Map<String, Outcome> outcomes = handOver(TEXT, TO);
    assertEquals(List.of(TO), List.copyOf(outcomes.keySet()));
    return Objects.requireNonNull(outcomes.get(TO));
  }
}
