package dev.agentmailbox.server.mtasts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.server.dns.TestDns;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.tls.TestCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long policies are remembered, and for how many domains. */
class StsPoliciesIT {
  private static final int KEPT = 10;

  @TempDir static Path directory;
  private static TestCertificate certificate;

  private final SettableClock clock = SettableClock.at(Instant.parse("2026-03-01T12:00:00Z"));
  private TestDns dns;
  private PolicyServer server;
  private StsPolicies policies;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.forNames(directory, "dns:mta-sts.peer.test");
  }

  @BeforeEach
  void start() throws Exception {
    dns = new TestDns();
    dns.address("mta-sts.peer.test", "127.0.0.1");
    dns.text("_mta-sts.peer.test", "v=STSv1; id=1");
    server = new PolicyServer(certificate.serving()).policy("enforce", "mx.peer.test");
    ClientTls tls = ClientTls.trusting(certificate.trusting());
    policies = new StsPolicies(dns.client(), server.fetch(dns.client(), tls), clock, KEPT);
  }

  @AfterEach
  void stop() throws Exception {
    policies.close();
    server.close();
    dns.close();
  }

  @Test
  void a_flood_of_domains_without_a_policy_pushes_none_out() {
    assertTrue(policies.of("peer.test").isPresent());
    for (int i = 0; i < 5 * KEPT; i++) {
      assertFalse(policies.of("d" + i + ".test").isPresent());
    }
    server.answer("404 Not Found", "");
    clock.advance(Duration.ofHours(1));
    assertTrue(policies.of("peer.test").isPresent());
    assertEquals(1, server.requests.get());
  }

  @Test
  void a_policy_holds_for_its_age_and_no_longer() {
    assertTrue(policies.of("peer.test").isPresent());
    server.answer("404 Not Found", "");
    clock.advance(Duration.ofDays(1).minusSeconds(1));
    assertTrue(policies.of("peer.test").isPresent());
    clock.advance(Duration.ofSeconds(2));
    assertFalse(policies.of("peer.test").isPresent());
  }
}
