package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.limit.AddressRange;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often one may call (specification, Request rates), on a clock that the test moves. */
class RequestRateIT {
  private static final int PER_KEY = 5;
  private static final int PER_ADDRESS = 3;

  @AutoClose
  private final TestServer server =
      TestServer.start(
          settings ->
              settings
                  .withRates(PER_KEY, PER_ADDRESS)
                  .withTrustedProxies(List.of(AddressRange.parse("127.0.0.0/8"))));

  private static void assertLimited(HttpResponse<String> response) {
    assertEquals(429, response.statusCode(), response.body());
    assertEquals("rate_limited", TestServer.json(response).get("code").stringValue());
    long wait = Long.parseLong(response.headers().firstValue("retry-after").orElseThrow());
    assertTrue(wait >= 1 && wait <= 60, "wait " + wait);
  }

  private HttpRequest.Builder from(String forwardedFor) {
    return server.request("/v0/health").header("X-Forwarded-For", forwardedFor);
  }

  // spec Rates.2
  @Test
  void an_address_without_a_key_is_limited_and_recovers() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(200, TestServer.send(server.request("/v0/health")).statusCode());
    }
    HttpResponse<String> refused = TestServer.send(server.request("/v0/health"));
    assertLimited(refused);
    long wait = Long.parseLong(refused.headers().firstValue("retry-after").get());
    server.clock.advance(Duration.ofSeconds(wait));
    assertEquals(200, TestServer.send(server.request("/v0/health")).statusCode());
  }

  @Test
  void a_guess_is_not_looked_up_once_the_address_has_used_up_its_own() {
    String guess = "Bearer sk_guess_0123456789abcdefghijklmnopqrstuvwxyz0123456789";
    assertEquals(200, server.get("/v0/things").statusCode());
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(
          401,
          TestServer.send(server.request("/v0/things").header("Authorization", guess))
              .statusCode());
    }
    int before = server.lookedUp.get();
    assertLimited(TestServer.send(server.request("/v0/things").header("Authorization", guess)));
    assertEquals(before, server.lookedUp.get(), "the store is not asked");
    assertEquals(200, server.get("/v0/things").statusCode(), "a key that was good goes on");
  }

  @Test
  void a_path_that_does_not_exist_is_told_before_the_limit() {
    for (int i = 0; i < PER_ADDRESS + 1; i++) {
      assertEquals(404, TestServer.send(server.request("/v0/nothing")).statusCode());
    }
  }

  // spec Rates.1, ErrorCodes.27
  @Test
  void a_key_is_limited_by_itself_and_told_what_is_left() {
    for (int i = 1; i <= PER_KEY; i++) {
      HttpResponse<String> response = server.get("/v0/things");
      assertEquals(200, response.statusCode());
      assertEquals("\"key\";q=5;w=60", response.headers().firstValue("ratelimit-policy").get());
      assertTrue(
          response
              .headers()
              .firstValue("ratelimit")
              .get()
              .startsWith("\"key\";r=" + (PER_KEY - i) + ";t="));
    }
    assertLimited(server.get("/v0/things"));
    String other = server.addKey("key_other", true);
    assertEquals(
        200,
        TestServer.send(server.request("/v0/things").header("Authorization", "Bearer " + other))
            .statusCode());
    server.clock.advance(Duration.ofMinutes(1));
    assertEquals(200, server.get("/v0/things").statusCode());
  }

  @Test
  void calls_with_a_key_are_counted_for_the_day_and_refused_ones_are_not() {
    for (int i = 0; i < PER_KEY + 2; i++) {
      server.get("/v0/things");
    }
    TestServer.send(server.request("/v0/health"));
    assertEquals(PER_KEY, server.counted.get());
  }

  @Test
  void guessing_keys_counts_against_the_address() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(
          401,
          TestServer.send(server.request("/v0/things").header("Authorization", "Bearer sk_a_b"))
              .statusCode());
    }
    assertLimited(
        TestServer.send(server.request("/v0/things").header("Authorization", "Bearer sk_a_b")));
  }

  @Test
  void callers_behind_a_trusted_proxy_have_limits_of_their_own() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(200, TestServer.send(from("198.51.100.7")).statusCode());
    }
    assertLimited(TestServer.send(from("198.51.100.7")));
    assertEquals(200, TestServer.send(from("198.51.100.8")).statusCode());
  }

  @Test
  void a_caller_does_not_choose_its_address() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(200, TestServer.send(from("192.0.2." + i + ", 198.51.100.7")).statusCode());
    }
    assertLimited(TestServer.send(from("192.0.2.99, 198.51.100.7")));
  }

  @Test
  void addresses_of_one_ipv6_network_share_a_limit() {
    for (int i = 0; i < PER_ADDRESS; i++) {
      assertEquals(200, TestServer.send(from("2001:db8:1:2::" + i)).statusCode());
    }
    assertLimited(TestServer.send(from("2001:db8:1:2:ffff::1")));
    assertEquals(200, TestServer.send(from("2001:db8:1:3::1")).statusCode());
  }

  @Test
  void metrics_are_for_this_machine_only() {
    assertEquals(200, TestServer.send(server.request("/metrics")).statusCode());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Forwarded-For: 127.0.0.1",
        "Forwarded: for=127.0.0.1",
        "X-Real-IP: 127.0.0.1",
        "X-Forwarded-Host: mail.example",
        "X-Forwarded-Proto: https",
        "Via: 1.1 proxy"
      })
  void metrics_are_for_no_request_that_came_through_a_proxy(String field) {
    String[] parts = field.split(": ");
    assertEquals(
        404, TestServer.send(server.request("/metrics").header(parts[0], parts[1])).statusCode());
  }
}
