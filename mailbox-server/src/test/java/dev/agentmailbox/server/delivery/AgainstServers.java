package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.MailTransport.OutboundMail;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.dns.TestDns;
import dev.agentmailbox.server.mtasts.StsPolicies;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.ClientTls;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Direct delivery in front of a name server and scripted mail servers, each on its own loopback
 * address and all on one port.
 */
abstract class AgainstServers {
  static final String TEXT = "From: a@agents.example\r\nSubject: x\r\n\r\nhello\r\n";
  static final String FROM = "bounce+token@agents.example";
  static final String TO = "b@peer.test";

  final AtomicInteger marks = new AtomicInteger();
  final List<ScriptedSink> sinks = new ArrayList<>();
  TestDns dns;
  ScriptedSink first;
  ScriptedSink second;
  MxTransport transport;

  /** mx1 and mx2 of peer.test, in this order. */
  @BeforeEach
  void start() throws IOException {
    dns = new TestDns();
    first = sink("127.0.0.11", 0);
    second = sink("127.0.0.12", first.port());
    dns.mx("peer.test", 10, "mx1.peer.test").mx("peer.test", 20, "mx2.peer.test");
    dns.address("mx1.peer.test", "127.0.0.11").address("mx2.peer.test", "127.0.0.12");
    transport = transport(AddressGuard.ANYWHERE);
  }

  @AfterEach
  void stop() throws IOException {
    transport.close();
    for (ScriptedSink sink : sinks) {
      sink.close();
    }
    dns.close();
  }

  ScriptedSink sink(String address, int port) throws IOException {
    ScriptedSink sink = new ScriptedSink(InetAddress.getByName(address), port);
    sinks.add(sink);
    return sink;
  }

  MxTransport transport(AddressGuard guard) {
    ClientTls tls = ClientTls.usual();
    return transport(guard, tls, new StsPolicies(dns.client(), guard, tls, Clock.systemUTC()));
  }

  MxTransport transport(AddressGuard guard, ClientTls tls, StsPolicies policies) {
    SmtpClientSettings client =
        new SmtpClientSettings(
            "client.example",
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            10,
            2);
    MxSettings settings =
        new MxSettings(
            first.port(), Duration.ofSeconds(5), 2, 2, guard, SourceAddresses.ANY, client);
    return new MxTransport(settings, dns.client(), policies, tls);
  }

  Map<String, Outcome> handOver(String... recipients) {
    RawMessage content = RawMessage.of(TEXT.getBytes(StandardCharsets.US_ASCII));
    return transport.handOver(
        new OutboundMail(FROM, List.of(recipients), content, "out_1"), marks::incrementAndGet);
  }

  Outcome handOverTo(String recipient) {
    Map<String, Outcome> outcomes = handOver(recipient);
    assertEquals(List.of(recipient), List.copyOf(outcomes.keySet()));
    return Objects.requireNonNull(outcomes.get(recipient));
  }

  /** The enhanced status code, or empty. */
  static String status(Outcome outcome) {
    return outcome.reply() == null || outcome.reply().enhanced() == null
        ? ""
        : Objects.requireNonNull(outcome.reply().enhanced());
  }
}
