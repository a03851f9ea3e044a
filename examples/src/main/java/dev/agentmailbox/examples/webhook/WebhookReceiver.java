package dev.agentmailbox.examples.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Receives events by webhook and polls for missed ones by cursor: deliveries are retried, may
 * arrive twice and out of order, and stop when an endpoint is down for days. Each event is handled
 * once. Thread safe.
 */
public final class WebhookReceiver implements AutoCloseable {
  /** Maximum bytes of a delivery; events are small. */
  private static final int MAX_BODY = 256 * 1024;

  /** Number of event ids remembered for deduplication. */
  private static final int MAX_SEEN = 10_000;

  private static final int THREADS = 4;
  private static final int BACKLOG = 50;
  private static final Duration API_LIMIT = Duration.ofSeconds(10);

  private final HttpServer http;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final HttpClient api = HttpClient.newBuilder().connectTimeout(API_LIMIT).build();
  private final Consumer<JsonNode> handler;
  private final Map<String, Boolean> seen =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MAX_SEEN;
        }
      };
  private volatile @Nullable Signature signature;

  /**
   * Listens on a free local port.
   *
   * @param handler called once per event
   */
  public WebhookReceiver(Consumer<JsonNode> handler) throws IOException {
    this.handler = handler;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    http.createContext("/events", this::take);
    http.setExecutor(threads);
    http.start();
  }

  /** The URL to create the webhook with. */
  public String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + "/events";
  }

  /** Sets the signing secret and starts accepting deliveries. */
  public void trust(String secret) {
    signature = new Signature(secret);
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(answer(exchange), -1);
    }
  }

  private int answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
    Signature trusted = signature;
    if (!exchange.getRequestMethod().equals("POST") || body.length > MAX_BODY) {
      return 400;
    }
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    boolean good =
        trusted != null
            && trusted.isGood(
                id,
                exchange.getRequestHeaders().getFirst("webhook-timestamp"),
                exchange.getRequestHeaders().getFirst("webhook-signature"),
                body,
                Instant.now());
    if (!good) {
      return 401;
    }
    hand(JsonMapper.shared().readTree(body));
    return 204;
  }

  // region catch-up
  /**
   * Handles events after a cursor that were not delivered yet.
   *
   * @param cursor cursor of the previous call; empty for the oldest event kept
   * @return the next cursor, to be stored durably
   */
  public String catchUp(String baseUrl, String key, String cursor)
      throws IOException, InterruptedException {
    String at = cursor;
    JsonNode page;
    do {
      String after = at.isEmpty() ? "" : "?after=" + URLEncoder.encode(at, StandardCharsets.UTF_8);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(baseUrl + "/events" + after))
              .timeout(API_LIMIT)
              .header("Authorization", "Bearer " + key)
              .build();
      HttpResponse<String> answer = api.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("polling events failed: " + answer.statusCode());
      }
      page = JsonMapper.shared().readTree(answer.body());
      page.path("events").forEach(this::hand);
      at = page.path("cursor").asString();
    } while (page.path("has_more").asBoolean());
    return at;
  }

  // endregion

  private void hand(JsonNode event) {
    synchronized (seen) {
      if (seen.putIfAbsent(event.path("event_id").asString(), true) == null) {
        handler.accept(event);
      }
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdown();
  }
}
