package dev.agentmailbox.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script of two servers on one PostgreSQL. */
class TwoNodesIT {
  private static final String READY = "Both are ready";
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Timeout(120)
  void what_one_server_takes_the_other_has(@TempDir Path directory) throws Exception {
    int first = LocalServer.freePort();
    int second = LocalServer.freePort();
    try (EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .start()) {
      ProcessBuilder builder = new ProcessBuilder(Path.of("two-nodes", "run").toString());
      builder.environment().keySet().removeIf(name -> name.startsWith("MAILBOX_"));
      builder
          .environment()
          .putAll(
              Map.of(
                  "MAILBOX_DATABASE_URL",
                  "postgresql://postgres:postgres@127.0.0.1:" + postgres.getPort() + "/postgres",
                  "MAILBOX_BOOTSTRAP_API_KEY",
                  LocalServer.KEY,
                  "DATA_DIR",
                  directory.toString(),
                  "FIRST_PORT",
                  Integer.toString(first),
                  "SECOND_PORT",
                  Integer.toString(second),
                  "FIRST_SMTP_PORT",
                  Integer.toString(LocalServer.freePort()),
                  "SECOND_SMTP_PORT",
                  Integer.toString(LocalServer.freePort())));
      Process nodes = builder.redirectErrorStream(true).start();
      try {
        awaitReady(nodes);
        assertEquals(
            200, send(first, "/inboxes", "{\"username\":\"desk\"}").statusCode(), "the first");
        assertTrue(
            send(second, "/inboxes/desk@agents.localhost", null).body().contains("desk@"),
            "the second does not know what the first made");
        assertEquals(
            409, send(second, "/inboxes", "{\"username\":\"desk\"}").statusCode(), "the second");
      } finally {
        nodes.destroy();
        assertTrue(nodes.waitFor(30, TimeUnit.SECONDS), "the script did not end");
      }
    }
  }

  private static void awaitReady(Process nodes) throws IOException {
    BufferedReader output = nodes.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        return;
      }
      said.append(line).append('\n');
    }
    throw new IllegalStateException("the script ended before both were ready: " + said);
  }

  private HttpResponse<String> send(int port, String path, @Nullable String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v0" + path))
            .header("Authorization", "Bearer " + LocalServer.KEY)
            .header("Content-Type", "application/json");
    if (body != null) {
      request.POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
