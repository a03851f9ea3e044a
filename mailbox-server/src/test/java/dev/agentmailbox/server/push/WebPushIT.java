package dev.agentmailbox.server.push;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Vault;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.access.PushService.Outcome;
import dev.agentmailbox.server.net.OutgoingHttp;
import dev.agentmailbox.server.webhook.HttpWebhooks;
import dev.agentmailbox.webhook.WebhookAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Notices as a push service and a browser see them. */
class WebPushIT {
  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();

  private final MailboxStore store = new InMemoryStore();
  private final Vault vault = Vault.ofThisProcess();
  private final HttpWebhooks http =
      new HttpWebhooks(OutgoingHttp.toAnywhere(), Clock.systemUTC(), "https://app.test/console");
  private final PushBrowser browser = new PushBrowser();
  private volatile Headers headers = new Headers();
  private volatile byte[] body = new byte[0];
  private HttpServer pushService;
  private volatile int status = 201;

  @BeforeEach
  void listen() throws IOException {
    pushService = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pushService.createContext(
        "/",
        exchange -> {
          headers = exchange.getRequestHeaders();
          body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    pushService.start();
  }

  @AfterEach
  void close() {
    pushService.stop(0);
    http.close();
    store.close();
  }

  private WebPush push(WebhookAddress addresses) {
    return new WebPush(
        store, vault, http, addresses, "mailto:postmaster@example.org", Clock.systemUTC());
  }

  private PushSubscription subscription(String endpoint) {
    return new PushSubscription(
        "id", "usr_1", endpoint, browser.publicKey(), browser.authSecret(), Instant.EPOCH);
  }

  private String origin() {
    return "http://127.0.0.1:" + pushService.getAddress().getPort();
  }

  private Outcome push(String body) {
    return push(WebhookAddress.everything())
        .push(subscription(origin() + "/push/1"), "Approve: Refund", body, "/approvals/apr_1");
  }

  @Test
  void only_the_browser_can_read_the_notice() {
    assertEquals(Outcome.TAKEN, push("from orders@example.org"));
    assertFalse(new String(body, StandardCharsets.ISO_8859_1).contains("Refund"));
    JsonNode notice = new JsonMapper().readTree(browser.decrypt(body));
    assertEquals("Approve: Refund", notice.get("title").asString());
    assertEquals("from orders@example.org", notice.get("body").asString());
    assertEquals("/approvals/apr_1", notice.get("path").asString());
    assertEquals("aes128gcm", headers.getFirst("Content-Encoding"));
    assertEquals("14400", headers.getFirst("TTL"));
    assertEquals("high", headers.getFirst("Urgency"));
  }

  @Test
  void the_push_service_can_tell_who_pushes() throws Exception {
    push("");
    String[] parts = headers.getFirst("Authorization").split("t=|, ?k=", 3);
    assertEquals("vapid ", parts[0]);
    assertEquals(push(WebhookAddress.everything()).publicKey(), parts[2]);
    String[] token = parts[1].split("\\.", 3);
    JsonNode claims = new JsonMapper().readTree(BASE64.decode(token[1]));
    assertEquals(origin(), claims.get("aud").asString());
    assertEquals("mailto:postmaster@example.org", claims.get("sub").asString());
    long left = claims.get("exp").longValue() - Instant.now().getEpochSecond();
    assertTrue(left > 0 && left <= 86_400, () -> left + " s");
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(PushBrowser.publicKey(BASE64.decode(parts[2])));
    signature.update((token[0] + "." + token[1]).getBytes(StandardCharsets.US_ASCII));
    assertTrue(signature.verify(BASE64.decode(token[2])));
  }

  @ParameterizedTest
  @CsvSource({"201,TAKEN", "202,TAKEN", "404,GONE", "410,GONE", "429,FAILED", "500,FAILED"})
  void an_answer_says_whether_the_browser_still_takes_notices(int code, Outcome outcome) {
    status = code;
    assertEquals(outcome, push(""));
  }

  @Test
  void a_push_service_that_is_away_is_a_failure() {
    pushService.stop(0);
    assertEquals(Outcome.FAILED, push(""));
  }

  @Test
  void the_keys_are_made_once_and_anew_with_another_master_key() {
    String first = push(WebhookAddress.everything()).publicKey();
    assertEquals(65, BASE64.decode(first).length);
    assertEquals(first, push(WebhookAddress.everything()).publicKey());
    WebPush other =
        new WebPush(
            store,
            Vault.ofThisProcess(),
            http,
            WebhookAddress.everything(),
            "mailto:a@b.example",
            Clock.systemUTC());
    assertNotEquals(first, other.publicKey());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://push.example/1",
        "https://push.example:8443/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://localhost/1",
        "https://api.agents.example/1",
        "https://user@push.example/1",
        "https://push.example/1#x",
        "javascript:alert(1)",
        "https://push.example/\r\nX: y"
      })
  void endpoints_that_are_not_public_are_not_accepted(String endpoint) {
    WebPush push = push(WebhookAddress.publicOnly(List.of("agents.example")));
    assertTrue(push.accepts(subscription("https://push.example/1")));
    assertFalse(push.accepts(subscription(endpoint)));
  }

  @ParameterizedTest
  @CsvSource({
    "x,AAAAAAAAAAAAAAAAAAAAAA",
    "BAAA,AAAAAAAAAAAAAAAAAAAAAA",
    "'',AAAAAAAAAAAAAAAAAAAAAA",
    "ok,''",
    "ok,****"
  })
  void keys_that_no_browser_made_are_not_accepted(String key, String secret) {
    PushSubscription subscription =
        new PushSubscription(
            "id",
            "usr_1",
            "https://push.example/1",
            key.equals("ok") ? browser.publicKey() : key,
            secret,
            Instant.EPOCH);
    assertFalse(push(WebhookAddress.publicOnly(List.of())).accepts(subscription));
  }

  @Test
  void a_point_that_is_not_on_the_curve_is_not_accepted() {
    byte[] point = BASE64.decode(browser.publicKey());
    point[64] ^= 1;
    String key = Base64.getUrlEncoder().withoutPadding().encodeToString(point);
    PushSubscription subscription =
        new PushSubscription(
            "id", "usr_1", "https://push.example/1", key, browser.authSecret(), Instant.EPOCH);
    assertFalse(push(WebhookAddress.publicOnly(List.of())).accepts(subscription));
  }
}
