package dev.agentmailbox.examples.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sets up the server under test over HTTP. Thread safe. */
final class BenchServer {
  private static final Pattern LINK = Pattern.compile("/v0/console/sign-in/link\\?token=\\S+");
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String key;
  private final String cookie;

  /**
   * Signs in with the link printed at the first start.
   *
   * @param log log with the start-up message
   */
  BenchServer(String base, String key, Path log) throws IOException, InterruptedException {
    this.base = base;
    this.key = key;
    Matcher link = LINK.matcher(Files.readString(log));
    if (!link.find()) {
      throw new IllegalStateException("the server printed no link");
    }
    HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(base + link.group())));
    String set = answer.headers().firstValue("set-cookie").orElseThrow();
    this.cookie = set.substring(0, set.indexOf(';'));
  }

  String base() {
    return base;
  }

  void createInbox(String name) throws IOException, InterruptedException {
    String unused = post("/v0/inboxes", "{\"username\":\"" + name + "\"}", "Bearer " + key);
  }

  /** Creates a webhook for mail to some inboxes. */
  void createWebhook(String url, String... inboxIds) throws IOException, InterruptedException {
    String unused =
        post(
            "/v0/webhooks",
            "{\"url\":\"%s\",\"event_types\":[\"message.received\"],\"inbox_ids\":[\"%s\"]}"
                .formatted(url, String.join("\",\"", inboxIds)),
            "");
  }

  /** Creates a key for the whole organization. */
  String createKey(String name) throws IOException, InterruptedException {
    String answer = post("/v0/api-keys", "{\"name\":\"" + name + "\"}", "");
    Matcher secret = Pattern.compile("\"api_key\":\"([^\"]+)\"").matcher(answer);
    if (!secret.find()) {
      throw new IllegalStateException("no key: " + answer);
    }
    return secret.group(1);
  }

  /**
   * Sends a POST.
   *
   * @param authorization empty to use the owner's session
   */
  private String post(String path, String json, String authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json));
    if (authorization.isEmpty()) {
      request.header("Cookie", cookie).header("Origin", base);
    } else {
      request.header("Authorization", authorization);
    }
    HttpResponse<String> answer = send(request);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(path + ": " + answer.body());
    }
    return answer.body();
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.timeout(TIME_LIMIT).build(), HttpResponse.BodyHandlers.ofString());
  }
}
