package dev.agentmailbox.server.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailTransport.Kind;
import dev.agentmailbox.port.MailTransport.Outcome;
import dev.agentmailbox.server.mtasts.PolicyServer;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.tls.TestCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS to the recipients' servers, and what an MTA-STS policy makes of it. */
final class MxTlsIT extends AgainstServers {
  private static final String WITH_TLS = "250-sink.example\r\n250-STARTTLS\r\n250 8BITMIME";

  @TempDir static Path directory;
  private static TestCertificate trusted;
  private static TestCertificate stranger;

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-05-01T12:00:00Z"));
  @AutoClose private PolicyServer policy;

  @BeforeAll
  static void makeCertificates() throws Exception {
    trusted =
        TestCertificate.forNames(
            directory, "dns:mta-sts.peer.test,dns:mx1.peer.test,dns:mx2.peer.test");
    stranger = TestCertificate.forNames(directory, "dns:mx1.peer.test");
  }

  @BeforeEach
  void startPolicy() throws Exception {
    policy = new PolicyServer(trusted.serving());
    ClientTls tls = ClientTls.trusting(trusted.trusting());
    transport.close();
    transport = transport(AddressGuard.ANYWHERE, tls, policy.policies(dns.client(), tls, clock));
    for (ScriptedSink sink : sinks) {
      sink.tls = trusted.serving();
      sink.answers.put("EHLO", WITH_TLS);
      sink.answers.put("STARTTLS", "220 2.0.0 go on");
    }
  }

  private void publish(String mode, String... servers) throws Exception {
    policy.policy(mode, servers);
    dns.text("_mta-sts.peer.test", "v=STSv1; id=20260501;");
    dns.address("mta-sts.peer.test", "127.0.0.1");
  }

  @Test
  void tls_is_taken_when_offered_whoever_answers() throws Exception {
    first.tls = stranger.serving();
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, first.count("STARTTLS"));
    assertEquals(2, first.count("EHLO"));
    assertEquals(0, policy.requests.get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"454 4.7.0 no TLS now", "554 5.7.0 never", "CUT", "220 go on"})
  void tls_that_is_offered_and_does_not_work_is_left_out(String answer) {
    first.answers.put("STARTTLS", answer);
    first.tls = null;
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, first.messages.size(), "in clear, by the same server");
  }

  @Test
  void an_enforced_policy_is_content_with_a_named_server_and_a_valid_certificate()
      throws Exception {
    publish("enforce", "*.peer.test");
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, first.messages.size());
    assertEquals(1, first.count("STARTTLS"));
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, policy.requests.get(), "fetched once");
  }

  @Test
  void an_enforced_policy_refuses_another_certificate_and_asks_the_next_server() throws Exception {
    publish("enforce", "mx1.peer.test", "mx2.peer.test");
    first.tls = stranger.serving();
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(0, first.count("MAIL"));
    assertEquals(1, second.messages.size());
    second.tls = stranger.serving();
    second.cutAll();
    Outcome outcome = handOverTo(TO);
    assertEquals(Kind.TEMPORARY, outcome.kind());
    assertEquals(0, first.count("MAIL"));
    assertEquals(1, second.count("MAIL"), "only the one before");
  }

  @Test
  void an_enforced_policy_refuses_servers_without_tls_or_that_it_does_not_name() throws Exception {
    publish("enforce", "mx1.peer.test");
    first.answers.put("EHLO", "250 sink.example");
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
    assertEquals(0, first.count("MAIL"));
    assertEquals(0, second.connections.get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"testing", "none"})
  void other_modes_are_as_without_a_policy(String mode) throws Exception {
    publish(mode, "other.test");
    first.tls = stranger.serving();
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, first.messages.size());
  }

  @Test
  void a_policy_is_fetched_again_before_it_ends() throws Exception {
    publish("enforce", "mx1.peer.test");
    handOverTo(TO);
    clock.advance(Duration.ofHours(11));
    handOverTo(TO);
    assertEquals(1, policy.requests.get());
    clock.advance(Duration.ofHours(2));
    handOverTo(TO);
    assertEquals(2, policy.requests.get());
    clock.advance(Duration.ofHours(20));
    first.tls = stranger.serving();
    first.cutAll();
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
  }

  @Test
  void a_policy_that_cannot_be_had_is_none_and_is_not_asked_for_each_time() throws Exception {
    publish("enforce", "other.test");
    policy.answer("301 Moved\r\nContent-Type: text/plain\r\nLocation: https://x.test/", "");
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
    assertEquals(1, policy.requests.get());
  }

  /** Who can spoil an answer must not be able to switch a policy off. */
  @Test
  void a_policy_that_holds_outlives_its_record_and_ends_with_its_age() throws Exception {
    publish("enforce", "other.test");
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
    policy.answer("404 Not Found\r\nContent-Type: text/plain", "");
    dns.clear();
    dns.mx("peer.test", 10, "mx1.peer.test").address("mx1.peer.test", "127.0.0.11");
    clock.advance(Duration.ofHours(23));
    assertEquals(Kind.TEMPORARY, handOverTo(TO).kind());
    clock.advance(Duration.ofHours(1));
    assertEquals(Kind.ACCEPTED, handOverTo(TO).kind());
  }
}
