package dev.agentmailbox.server.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Requests to the API of one server. {@link HttpURLConnection} because its classes load in a tenth
 * of the time of other clients. Redirects are not followed: they would take the key elsewhere.
 */
final class ApiClient {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  /** Longer than the API lets a request wait. */
  private static final Duration READ_LIMIT = Duration.ofSeconds(60);

  /** More than the largest answer, a message with its text and HTML. */
  private static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

  static {
    // A request whose answer was lost is repeated by the caller, with its key, or not at all.
    System.setProperty("sun.net.http.retryPost", "false");
    // A session counts only in requests that say they come from the console.
    System.setProperty("sun.net.http.allowRestrictedHeaders", "true");
  }

  private final String url;
  private final @Nullable String apiKey;
  private final @Nullable String session;
  private @Nullable String cookie;

  private ApiClient(String url, @Nullable String apiKey, @Nullable String session) {
    this.url = url;
    this.apiKey = apiKey;
    this.session = session;
  }

  /** A program with a key. */
  static ApiClient withKey(String url, String apiKey) {
    return new ApiClient(url, apiKey, null);
  }

  /**
   * A human, as in the console.
   *
   * @param session the session cookie; null before the sign-in
   */
  static ApiClient ofHuman(String url, @Nullable String session) {
    return new ApiClient(url, null, session);
  }

  /** {@code name=value} of a cookie that the newest answer sets. */
  Optional<String> cookie() {
    return Optional.ofNullable(cookie).map(text -> text.split(";", 2)[0]);
  }

  JsonObject get(String path) {
    return request("GET", path, null, null);
  }

  JsonObject delete(String path) {
    return request("DELETE", path, null, null);
  }

  JsonObject post(String path, Map<String, ?> body) {
    return request("POST", path, body, null);
  }

  /**
   * A request that is done once, however often it is sent.
   *
   * @param idempotencyKey the same for each repetition
   */
  JsonObject post(String path, Map<String, ?> body, String idempotencyKey) {
    return request("POST", path, body, idempotencyKey);
  }

  /** A text as part of a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private JsonObject request(
      String method, String path, @Nullable Map<String, ?> body, @Nullable String idempotencyKey) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection) new URL(url + "/v0" + path).openConnection();
      connection.setRequestMethod(method);
      connection.setInstanceFollowRedirects(false);
      connection.setConnectTimeout((int) CONNECT_LIMIT.toMillis());
      connection.setReadTimeout((int) READ_LIMIT.toMillis());
      if (apiKey != null) {
        connection.setRequestProperty("Authorization", "Bearer " + apiKey);
      } else {
        connection.setRequestProperty("Origin", url);
      }
      if (session != null) {
        connection.setRequestProperty("Cookie", session);
      }
      if (idempotencyKey != null) {
        connection.setRequestProperty("Idempotency-Key", idempotencyKey);
      }
      if (body != null) {
        byte[] json = new JsonObject(Map.copyOf(body)).bytes();
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = connection.getOutputStream()) {
          out.write(json);
        }
      }
      return answer(connection);
    } catch (IllegalArgumentException unfit) {
      // Its message would show the key.
      throw ClientException.usage(
          "the key, the session or --idempotency-key is not one line of ASCII");
    } catch (IOException failure) {
      throw ClientException.unreachable(
          "no answer from " + url + ": " + failure.getMessage() + ". Is the server running?");
    }
  }

  private JsonObject answer(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    byte[] body = stream == null ? new byte[0] : stream.readNBytes(MAX_ANSWER_BYTES);
    if (status >= 300) {
      throw refusal(status, body);
    }
    cookie = connection.getHeaderField("Set-Cookie");
    return body.length == 0 ? JsonObject.EMPTY : JsonObject.parse(body);
  }

  private static ClientException refusal(int status, byte[] body) {
    if (body.length == 0) {
      return ClientException.refused(status + " without an explanation", false);
    }
    JsonObject problem = JsonObject.parse(body);
    String fields =
        problem.objects("errors").stream()
            .map(error -> "\n  " + error.text("path") + " " + error.text("message"))
            .collect(Collectors.joining());
    String reasons =
        Stream.concat(Stream.of(problem.text("reason")), problem.texts("reasons").stream())
            .filter(reason -> !reason.isEmpty())
            .collect(Collectors.joining(", "));
    String fix = problem.text("fix");
    return ClientException.refused(
        status
            + " "
            + problem.text("code")
            + ": "
            + (fields.isEmpty() ? problem.text("message") : fields)
            + (reasons.isEmpty() ? "" : " (" + reasons + ")")
            + (fix.isEmpty() ? "" : "\n" + fix),
        problem.is("retryable"));
  }
}
