package dev.agentmailbox.server.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.event.WebhookTransport.Answer;
import dev.agentmailbox.port.event.WebhookTransport.Request;
import dev.agentmailbox.server.dns.Dns;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.NameLookup;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP client against receivers that behave badly on real sockets. */
class HttpWebhooksIT {
  private static final Duration LIMIT = Duration.ofMillis(1_500);

  /** Far more than any limit, on a machine that is busy; what hangs takes for ever. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private RawReceiver receiver;
  private HttpWebhooks webhooks;

  @BeforeEach
  void start() throws IOException {
    receiver = new RawReceiver();
    webhooks = over(OutgoingHttp.toAnywhere());
  }

  @AfterEach
  void stop() throws IOException {
    webhooks.close();
    receiver.close();
  }

  private static HttpWebhooks over(OutgoingHttp http) {
    return new HttpWebhooks(http, Clock.systemUTC(), "https://app.test/console");
  }

  private static Request request(String url) {
    return new Request(
        url,
        List.of(Map.entry("content-type", "application/json"), Map.entry("webhook-id", "evt_1")),
        "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
        LIMIT);
  }

  private Answer post(String path) {
    return webhooks.post(request(receiver.url(path)));
  }

  @Test
  void an_ordinary_receiver_gets_exactly_what_was_given_and_its_connection_is_used_again() {
    assertEquals(Answer.of(200, null), post("/ok"));
    assertEquals(Answer.of(200, null), post("/ok"));
    assertEquals(1, receiver.connections.get());
    String seen = receiver.requests.get(0);
    assertTrue(seen.startsWith("POST /ok HTTP/1.1\r\n"), seen);
    assertTrue(seen.contains("webhook-id: evt_1\r\n"), seen);
    assertEquals(seen.indexOf("content-type"), seen.lastIndexOf("content-type"), seen);
    assertTrue(!seen.contains("Content-Type") && !seen.contains("User-Agent"), seen);
    assertTrue(!seen.contains("Accept-Encoding"), seen);
    assertTrue(seen.endsWith("\r\n\r\n{\"a\":1}"), seen);
  }

  // spec Webhooks.5
  @Test
  void redirects_are_answers_and_are_not_followed() {
    assertEquals(Answer.of(302, null), post("/redirect"));
    assertEquals(1, receiver.requests.size());
  }

  @Test
  void status_and_retry_after_are_told_and_nothing_is_repeated() {
    assertEquals(Answer.of(410, null), post("/gone"));
    assertEquals(Answer.of(429, Duration.ofSeconds(90)), post("/busy"));
    assertEquals(Answer.of(503, null), post("/unavailable"));
    assertEquals(3, receiver.requests.size());
  }

  // spec Webhooks.5
  @ParameterizedTest
  @ValueSource(strings = {"/never", "/drip-headers", "/continue"})
  void a_receiver_cannot_stretch_the_time_to_the_last_header(String path) {
    long start = System.nanoTime();
    Answer answer = post(path);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertNull(answer.status());
    assertTrue(took.compareTo(PATIENCE) < 0, took.toString());
  }

  // spec EventEndpoints.7
  @ParameterizedTest
  @ValueSource(strings = {"/flood", "/drip-body"})
  void a_body_is_neither_awaited_nor_read(String path) {
    long start = System.nanoTime();
    Answer answer = post(path);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertEquals(200, answer.status());
    assertTrue(took.compareTo(PATIENCE) < 0, took.toString());
    assertTrue(receiver.flooded.get() < 16 << 20, receiver.flooded + " bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/flood-headers", "/garbage"})
  void headers_without_an_end_and_nonsense_are_failures(String path) {
    long start = System.nanoTime();
    Answer answer = post(path);
    assertNull(answer.status());
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(PATIENCE) < 0, took.toString());
  }

  @Test
  void nobody_there_is_a_failure() throws IOException {
    String url = receiver.url("/ok");
    receiver.close();
    assertEquals(Answer.none("connect_failed"), webhooks.post(request(url)));
  }

  @Test
  void a_name_with_one_private_address_is_not_connected_to() throws IOException {
    InetAddress good = InetAddress.getByName("93.184.216.34");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (HttpWebhooks strict =
        over(
            OutgoingHttp.with(
                (host, limit) -> List.of(good, loopback), AddressGuard.PUBLIC_ONLY))) {
      String url = "http://hooks.example.com:" + receiver.port() + "/ok";
      assertEquals(Answer.none("forbidden_address"), strict.post(request(url)));
    }
    assertEquals(0, receiver.connections.get());
  }

  @Test
  void an_address_that_was_looked_at_is_the_one_connected_to() {
    AtomicInteger asked = new AtomicInteger();
    NameLookup flipping =
        (host, limit) ->
            List.of(
                asked.getAndIncrement() == 0
                    ? InetAddress.getLoopbackAddress()
                    : InetAddress.getByAddress(new byte[] {127, 0, 0, 99}));
    try (HttpWebhooks pinned = over(OutgoingHttp.with(flipping, AddressGuard.ANYWHERE))) {
      String url = "http://hooks.example.com:" + receiver.port() + "/ok";
      assertEquals(Answer.of(200, null), pinned.post(request(url)));
      assertEquals(1, asked.get());
      assertTrue(
          receiver.requests.get(0).contains("Host: hooks.example.com:" + receiver.port()),
          receiver.requests.get(0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "127.1", "2130706433"})
  void an_ip_literal_in_a_stored_address_is_vetted_too(String host) {
    try (HttpWebhooks strict =
        over(
            OutgoingHttp.with(
                (name, limit) -> List.of(InetAddress.getByName(name)), AddressGuard.PUBLIC_ONLY))) {
      Answer answer = strict.post(request("http://" + host + ":" + receiver.port() + "/ok"));
      assertNull(answer.status());
    }
    assertEquals(0, receiver.connections.get());
  }

  @Test
  void a_name_that_does_not_exist_is_a_failure_within_the_time() {
    try (HttpWebhooks strict = over(OutgoingHttp.to(AddressGuard.PUBLIC_ONLY, Dns.at(List.of())))) {
      long start = System.nanoTime();
      Answer answer = strict.post(request("https://does-not-exist.invalid/"));
      assertEquals("unknown_host", answer.error());
      assertTrue(Duration.ofNanos(System.nanoTime() - start).compareTo(PATIENCE) < 0);
    }
  }
}
