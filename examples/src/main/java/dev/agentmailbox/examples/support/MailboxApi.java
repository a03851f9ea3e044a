package dev.agentmailbox.examples.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the HTTP API with only the JDK and a JSON library. Thread safe. */
public final class MailboxApi {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final URI server;
  private final Map<String, String> identity;

  private MailboxApi(URI server, Map<String, String> identity) {
    this.server = server;
    this.identity = identity;
  }

  /**
   * For a program.
   *
   * @param server {@code http://localhost:8080}
   */
  public static MailboxApi withKey(URI server, String key) {
    return new MailboxApi(server, Map.of("Authorization", "Bearer " + key));
  }

  /**
   * For a human: opens a sign-in link, which works once. Requests then name the origin of the
   * console, without which the server accepts no change.
   *
   * @param link as printed by the first start of the server
   */
  public static MailboxApi signedIn(URI link) throws IOException, InterruptedException {
    URI server = link.resolve("/");
    String origin = server.toString().replaceAll("/$", "");
    MailboxApi door = new MailboxApi(server, Map.of("Origin", origin));
    HttpResponse<String> entered = door.send("GET", link, null, null);
    String cookie =
        entered
            .headers()
            .firstValue("set-cookie")
            .orElseThrow(() -> new IOException("the link does not work"));
    return new MailboxApi(server, Map.of("Origin", origin, "Cookie", cookie.split(";")[0]));
  }

  /** The API refused a request. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    Refused(int status, String code) {
      super(status + " " + code);
      this.status = status;
      this.code = code;
    }

    /** As in {@code docs/errors.md}. */
    public String code() {
      return code;
    }

    /** Whether the same request may succeed later. */
    public boolean isTemporary() {
      return status == 429 || status >= 500;
    }
  }

  /**
   * Reads.
   *
   * @param path below {@code /v0}
   */
  public JsonNode get(String path) throws IOException, InterruptedException {
    return json(send("GET", at(path), null, null));
  }

  /** Changes. */
  public JsonNode patch(String path, Map<String, ?> body) throws IOException, InterruptedException {
    return json(send("PATCH", at(path), null, body));
  }

  /**
   * Creates, sends or decides.
   *
   * @param idempotencyKey requests with the same key have one effect
   */
  public JsonNode post(String path, String idempotencyKey, Map<String, ?> body)
      throws IOException, InterruptedException {
    return json(send("POST", at(path), idempotencyKey, body));
  }

  /** Opens the live event stream. */
  WebSocket live(WebSocket.Listener listener) {
    WebSocket.Builder builder = http.newWebSocketBuilder().connectTimeout(LIMIT);
    identity.forEach(builder::header);
    URI address = URI.create(at("/ws").toString().replaceFirst("^http", "ws"));
    return builder.buildAsync(address, listener).join();
  }

  private URI at(String path) {
    return server.resolve("/v0" + path);
  }

  private HttpResponse<String> send(
      String method, URI address, @Nullable String idempotencyKey, @Nullable Map<String, ?> body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    identity.forEach(request::header);
    Optional.ofNullable(idempotencyKey).ifPresent(key -> request.header("Idempotency-Key", key));
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> response) throws Refused {
    if (response.statusCode() >= 300) {
      // A proxy in between may answer with a page.
      boolean problem = response.body().startsWith("{");
      String code = problem ? JSON.readTree(response.body()).path("code").asString("") : "";
      throw new Refused(response.statusCode(), code);
    }
    return JSON.readTree(response.body());
  }
}
