package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.agentmailbox.server.config.ConfigReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What the log of requests says of a request, and what it keeps to itself. */
class RequestLogIT {
  private static final String KEY = "sk_requests_0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private int port;

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }

  private HttpResponse<String> call(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + KEY)
            .header("Idempotency-Key", "canary-key")
            .header("Content-Type", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .timeout(Duration.ofSeconds(60))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private void run() throws Exception {
    port = freePort();
    Wiring server =
        Wiring.start(
            ConfigReader.read(
                Map.of(
                    "MAILBOX_DATA_DIR", directory.resolve("data").toString(),
                    "MAILBOX_HTTP_PORT", Integer.toString(port),
                    "MAILBOX_SMTP_PORT", Integer.toString(freePort()),
                    "MAILBOX_BOOTSTRAP_API_KEY", KEY),
                null));
    try {
      assertEquals(200, call("POST", "/v0/inboxes", "{\"username\":\"orders\"}").statusCode());
      HttpResponse<String> sent =
          call(
              "POST",
              BOX + "/messages/send",
              "{\"to\":[\"orders@agents.localhost\"],\"subject\":\"canary\",\"text\":\"canary\","
                  + "\"attachments\":[{\"filename\":\"canary\",\"content\":\"eHh4\"}]}");
      assertEquals(202, sent.statusCode(), sent.body());
      // The copy is there when the message was handed over.
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      String found;
      do {
        found = call("GET", BOX + "/messages/search?q=canary", "").body();
      } while (!found.contains("canary") && System.nanoTime() < deadline);
      assertTrue(found.contains("canary"), found);
      call("GET", BOX + "/messages?subject=canary", "");
      call("POST", BOX + "/messages/send", "{\"to\":[\"canary\"],\"subject\":7}");
    } finally {
      server.close();
    }
  }

  // spec Service.3
  @Test
  void a_request_is_logged_with_its_id_operation_and_status_and_never_with_content()
      throws Exception {
    Logger root = logger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Logger requests = logger("dev.agentmailbox.http.access");
    Logger ours = logger("dev.agentmailbox");
    Level before = ours.getLevel();
    log.start();
    root.addAppender(log);
    requests.addAppender(log);
    ours.setLevel(Level.TRACE);
    try {
      run();
    } finally {
      ours.setLevel(before);
      requests.detachAppender(log);
      root.detachAppender(log);
    }
    List<String> lines = log.list.stream().map(RequestLogIT::whole).toList();
    assertTrue(
        lines.stream()
            .anyMatch(line -> line.matches("req_\\w{16} POST \\S+/send sendMessage 202 key_.*")),
        lines.toString());
    assertTrue(lines.stream().anyMatch(line -> line.contains("searchMessages 200")));
    for (String line : lines) {
      assertFalse(line.contains("canary"), line);
      assertFalse(line.contains(KEY), line);
    }
  }

  private static String whole(ILoggingEvent event) {
    return event.getFormattedMessage()
        + (event.getThrowableProxy() == null ? "" : " " + event.getThrowableProxy().getMessage());
  }
}
