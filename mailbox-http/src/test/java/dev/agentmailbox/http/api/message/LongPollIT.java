package dev.agentmailbox.http.api.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Waiting calls: how many there may be, and what ends them. */
class LongPollIT {
  private static final int OF_KEY = 10;
  private static final int PATIENCE_SECONDS = 60;
  private final MailboxFixture fixture = MailboxFixture.start();
  private final List<Socket> sockets = new ArrayList<>();

  @BeforeEach
  void inbox() {
    assertEquals(200, fixture.post("/v0/inboxes", "{\"username\":\"orders\"}").statusCode());
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    fixture.close();
  }

  private static String wait(int seconds) {
    return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
        + "{\"name\":\"wait_for_message\",\"arguments\":"
        + "{\"inbox_id\":\"orders@agents.localhost\",\"timeout_seconds\":"
        + seconds
        + "}}}";
  }

  private void beginWait(String key) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.http.port());
    sockets.add(socket);
    String body = wait(50);
    String request =
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + key
            + "\r\nContent-Type: application/json\r\nAccept: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
  }

  /** A short wait: whether there was a place for it. */
  private boolean hasPlace(String key) {
    HttpResponse<String> answer =
        TestServer.send(
            fixture
                .request("/mcp")
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(wait(1))));
    JsonNode result = TestServer.json(answer).get("result");
    boolean refused = result.get("isError").booleanValue();
    if (refused) {
      assertTrue(result.toString().contains("rate_limited"), result.toString());
    }
    return !refused;
  }

  /** Asking takes a place itself, which one of those that begin may not get. */
  private void useUp(String key) throws IOException {
    for (int more = 0; hasPlace(key); more++) {
      assertTrue(more < OF_KEY, "places without an end");
      beginWait(key);
    }
  }

  private void awaitPlace(String key) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!hasPlace(key)) {
      assertTrue(System.nanoTime() < deadline, "no place became free");
    }
  }

  @Test
  void a_key_that_uses_up_its_waits_leaves_others_theirs_and_gets_them_back_when_it_hangs_up()
      throws Exception {
    for (int i = 0; i < OF_KEY; i++) {
      beginWait(fixture.key);
    }
    useUp(fixture.key);
    String other = fixture.keyWith(fixture.organization(), EnumSet.allOf(Permission.class));
    assertTrue(hasPlace(other));
    for (Socket socket : sockets) {
      socket.close();
    }
    awaitPlace(fixture.key);
  }
}
