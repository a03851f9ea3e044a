package dev.agentmailbox.examples.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.LocalServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WebhookReceiverIT {
  private final HttpClient http = HttpClient.newHttpClient();

  // spec Webhooks.7
  @Test
  void events_are_verified_handed_on_once_and_caught_up_by_cursor(@TempDir Path directory)
      throws Exception {
    BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    try (LocalServer server = new LocalServer(directory);
        WebhookReceiver receiver = new WebhookReceiver(events::add)) {
      String base = server.address() + "/v0";
      post(base + "/inboxes", "{\"username\":\"before\"}");
      receiver.trust(webhook(server, base, receiver.url()));
      post(base + "/inboxes", "{\"username\":\"after\"}");

      JsonNode delivered = events.poll(30, TimeUnit.SECONDS);
      assertNotNull(delivered, "nothing was delivered");
      assertEquals("after@agents.localhost", delivered.path("inbox_id").asString());

      String cursor = receiver.catchUp(base, LocalServer.KEY, "");
      List<JsonNode> missed = new ArrayList<>();
      events.drainTo(missed);
      assertTrue(
          missed.stream()
              .anyMatch(e -> e.path("inbox_id").asString().equals("before@agents.localhost")));
      assertTrue(
          missed.stream().noneMatch(e -> e.path("event_id").equals(delivered.path("event_id"))));
      receiver.catchUp(base, LocalServer.KEY, cursor);
      assertEquals(0, events.size());
    }
  }

  // spec Webhooks.6
  @Test
  void what_is_not_signed_is_refused() throws Exception {
    BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
    try (WebhookReceiver receiver = new WebhookReceiver(events::add)) {
      receiver.trust("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=");
      HttpRequest.Builder forged =
          HttpRequest.newBuilder(URI.create(receiver.url()))
              .header("webhook-id", "evt_1")
              .header("webhook-timestamp", Long.toString(System.currentTimeMillis() / 1000))
              .header("webhook-signature", "v1,AAAA")
              .POST(HttpRequest.BodyPublishers.ofString("{\"event_id\":\"evt_1\"}"));
      assertEquals(401, send(forged).statusCode());
      assertEquals(0, events.size());
    }
  }

  /** Only a human makes a webhook: the owner, with the link that the first start printed. */
  private String webhook(LocalServer server, String base, String url) throws Exception {
    HttpResponse<String> entered = send(HttpRequest.newBuilder(server.ownerLink()).GET());
    String cookie = entered.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
    HttpRequest.Builder make =
        HttpRequest.newBuilder(URI.create(base + "/webhooks"))
            .header("Cookie", cookie)
            .header("Origin", base.replace("127.0.0.1", "localhost").replace("/v0", ""))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "one")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"url\":\"" + url + "\",\"event_types\":[\"inbox.created\"]}"));
    HttpResponse<String> made = send(make);
    assertEquals(200, made.statusCode(), made.body());
    return JsonMapper.shared().readTree(made.body()).path("secret").asString();
  }

  private void post(String url, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", "Bearer " + LocalServer.KEY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    assertEquals(200, send(request).statusCode());
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
