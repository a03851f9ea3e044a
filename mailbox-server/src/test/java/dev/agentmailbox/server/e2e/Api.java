package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** A plain client of the API. */
final class Api {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final String base;
  private final Map<String, String> caller;
  private final Duration timeLimit;

  private Api(String base, Map<String, String> caller, Duration timeLimit) {
    this.base = base;
    this.caller = caller;
    this.timeLimit = timeLimit;
  }

  Api(String base, String key) {
    this(base, Map.of("Authorization", "Bearer " + key), TIME_LIMIT);
  }

  /** The same service, for a caller who does not wait for longer than that. */
  Api within(Duration limit) {
    return new Api(base, caller, limit);
  }

  /** The same caller at another server of the service. */
  Api at(String server) {
    return new Api(server + "/v0", caller, timeLimit);
  }

  /** The same service called from the console. */
  Api asHuman(String cookie, String origin) {
    return new Api(base, Map.of("Cookie", cookie, "Origin", origin), TIME_LIMIT);
  }

  /** An answer: status, headers, and the body as JSON (missing when there is none). */
  record Answer(int status, Map<String, List<String>> headers, JsonNode body) {
    Answer expect(int wanted) {
      if (status != wanted) {
        throw new IllegalStateException("status " + status + " instead of " + wanted + ": " + body);
      }
      return this;
    }

    Answer expectOneOf(int... wanted) {
      for (int one : wanted) {
        if (status == one) {
          return this;
        }
      }
      throw new IllegalStateException("status " + status + " for a step of a test: " + body);
    }

    /** The cookie it sets, as a browser sends it. */
    String cookie() {
      String header = headers.getOrDefault("set-cookie", List.of("")).get(0);
      return header.contains(";") ? header.substring(0, header.indexOf(';')) : header;
    }

    String text(String name) {
      return body.path(name).asString("");
    }
  }

  Answer get(String path) throws IOException {
    return call("GET", path, "", Map.of());
  }

  Answer post(String path, String json, Map<String, String> headers) throws IOException {
    return call("POST", path, json, headers);
  }

  Answer call(String method, String path, String json, Map<String, String> headers)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(timeLimit)
            .method(
                method,
                json.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(json));
    if (!json.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    caller.forEach(request::header);
    headers.forEach(request::header);
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String body = response.body();
      return new Answer(
          response.statusCode(),
          response.headers().map(),
          body.isEmpty() ? JSON.missingNode() : JSON.readTree(body));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** What is there, whatever it is. */
  byte[] bytes(String path) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(TIME_LIMIT);
    caller.forEach(request::header);
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()).body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Whether it answers and knows the key. */
  boolean isReady() {
    return answers(200);
  }

  /** Whether it answers and does not know the key. */
  boolean isThere() {
    return answers(401);
  }

  private boolean answers(int status) {
    try {
      return get("/auth/me").status() == status;
    } catch (IOException e) {
      return false;
    }
  }

  /** Every item of a list, page by page. */
  List<JsonNode> all(String path, String name) throws IOException {
    List<JsonNode> items = new ArrayList<>();
    String token = "";
    do {
      String separator = path.contains("?") ? "&" : "?";
      Answer page =
          get(path + separator + "limit=200" + (token.isEmpty() ? "" : "&page_token=" + token))
              .expect(200);
      page.body().path(name).forEach(items::add);
      token = page.text("next_page_token");
    } while (!token.isEmpty());
    return items;
  }
}
