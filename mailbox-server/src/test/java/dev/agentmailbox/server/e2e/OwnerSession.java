package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The owner, signed in with the link that the first start printed. */
final class OwnerSession {
  private static final Pattern LINK = Pattern.compile("/v0/console/sign-in/link\\?token=\\S+");
  private static final Duration TIME_LIMIT = Duration.ofMinutes(2);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String cookie;

  private OwnerSession(String base, String cookie) {
    this.base = base;
    this.cookie = cookie;
  }

  /**
   * Signs in; the link works once.
   *
   * @param server started with this address as its base URL
   */
  static OwnerSession open(ServerProcess server) throws IOException {
    OwnerSession nobody = new OwnerSession(server.baseUrl(), "");
    HttpResponse<String> answer =
        nobody.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + link(server))));
    String set =
        answer
            .headers()
            .firstValue("set-cookie")
            .orElseThrow(() -> new IllegalStateException("not signed in: " + answer.statusCode()));
    return new OwnerSession(server.baseUrl(), set.substring(0, set.indexOf(';')));
  }

  /** The server answers a moment before it prints. */
  private static String link(ServerProcess server) throws IOException {
    long deadline = System.nanoTime() + TIME_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      Matcher link = LINK.matcher(server.output());
      if (link.find()) {
        return link.group();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    throw new IllegalStateException("the server printed no link");
  }

  /** A webhook that is told of those types. */
  void createWebhook(String url, String eventType) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/v0/webhooks"))
            .header("Cookie", cookie)
            .header("Origin", base)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"url\":\"%s\",\"event_types\":[\"%s\"]}".formatted(url, eventType)));
    HttpResponse<String> answer = send(request);
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("no webhook: " + answer.body());
    }
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
    try {
      return client.send(request.timeout(TIME_LIMIT).build(), HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
