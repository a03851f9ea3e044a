package dev.agentmailbox.server.mtasts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.agentmailbox.server.dns.TestDns;
import dev.agentmailbox.server.mtasts.StsPolicy.Mode;
import dev.agentmailbox.server.net.ClientTls;
import dev.agentmailbox.server.tls.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policy files over HTTPS, from servers that answer well and badly. */
final class PolicyFetchIT {
  private static final String FILE =
      "version: STSv1\nmode: enforce\nmx: mx.peer.test\nmax_age: 60\n";
  private static final StsPolicy POLICY =
      new StsPolicy(Mode.ENFORCE, List.of("mx.peer.test"), Duration.ofMinutes(1));
  private static final String PLAIN = "200 OK\r\nContent-Type: text/plain";

  @TempDir static Path directory;
  private static TestCertificate certificate;

  private TestDns dns;
  private PolicyServer server;
  private PolicyFetch fetch;

  @BeforeAll
  static void makeCertificate() throws Exception {
    certificate = TestCertificate.forNames(directory, "dns:mta-sts.peer.test");
  }

  @BeforeEach
  void start() throws Exception {
    dns = new TestDns();
    dns.address("mta-sts.peer.test", "127.0.0.1");
    dns.address("mta-sts.other.test", "127.0.0.1");
    server = new PolicyServer(certificate.serving());
    fetch = server.fetch(dns.client(), ClientTls.trusting(certificate.trusting()));
  }

  @AfterEach
  void stop() throws Exception {
    fetch.close();
    server.close();
    dns.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "; charset=utf-8"})
  void a_plain_text_file_is_a_policy(String parameter) throws Exception {
    server.answer(PLAIN + parameter, FILE);
    assertEquals(Optional.of(POLICY), fetch.policy("peer.test"));
  }

  @Test
  void a_file_in_chunks_is_a_policy() throws Exception {
    String chunked = Integer.toHexString(FILE.length()) + "\r\n" + FILE + "\r\n0\r\n\r\n";
    server.answer(PLAIN + "\r\nTransfer-Encoding: chunked", chunked);
    assertEquals(Optional.of(POLICY), fetch.policy("peer.test"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "301 Moved\r\nContent-Type: text/plain\r\nLocation: https://mta-sts.peer.test/",
        "404 Not Found\r\nContent-Type: text/plain",
        "200 OK\r\nContent-Type: text/html",
        "200 OK\r\nContent-Type: text/plainer",
        "200 OK"
      })
  void redirects_failures_and_other_types_are_no_policy(String head) throws Exception {
    server.answer(head, FILE);
    assertEquals(Optional.empty(), fetch.policy("peer.test"));
    assertEquals(1, server.requests.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {PLAIN + "\r\nContent-Length: 999", PLAIN + "\r\nTransfer-Encoding: chunked"})
  void a_file_that_is_cut_is_an_error(String head) {
    server.answer(head, FILE);
    assertThrows(IOException.class, () -> fetch.policy("peer.test"));
  }

  @Test
  void a_file_of_64_KiB_is_read_and_a_longer_one_is_an_error() throws Exception {
    String longest = FILE + "x".repeat(PolicyFetch.MAX_BYTES - FILE.length());
    server.answer(PLAIN, longest);
    assertEquals(Optional.of(POLICY), fetch.policy("peer.test"));
    server.answer(PLAIN, longest + "x");
    assertThrows(IOException.class, () -> fetch.policy("peer.test"));
  }

  @Test
  void a_certificate_of_another_name_is_an_error() {
    server.answer(PLAIN, FILE);
    assertThrows(IOException.class, () -> fetch.policy("other.test"));
    assertEquals(0, server.requests.get());
  }
}
