package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.RawClient;
import dev.agentmailbox.http.TestServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How long a body may be and may take (specification, Limits). */
class BodyIT {
  private static final int MEBIBYTE = 1024 * 1024;
  private static final Duration BODY_TIME = Duration.ofSeconds(3);

  @AutoClose private static TestServer server;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(
            settings ->
                settings.withLimits(
                    settings.limits().withBodyTimes(BODY_TIME, Duration.ofSeconds(20))));
  }

  private static String noteOf(int bytes) {
    return "{\"name\":\"a\",\"note\":\"" + "x".repeat(bytes) + "\"}";
  }

  private static void assertTooLarge(HttpResponse<String> response) {
    assertEquals(413, response.statusCode(), response.body());
    assertEquals("application/problem+json", response.headers().firstValue("content-type").get());
    assertEquals("payload_too_large", TestServer.json(response).get("code").stringValue());
  }

  private static HttpResponse<String> send(String body) {
    return TestServer.send(
        server.jsonPost("/v0/things/a/send", body).header("Idempotency-Key", "k"));
  }

  // spec Sizes.1, ErrorCodes.20
  @Test
  void a_body_over_a_mebibyte_is_told_by_its_length() {
    assertTooLarge(answered(noteOf(MEBIBYTE)));
    assertTooLarge(answered(noteOf(8 * MEBIBYTE)));
  }

  /** A body that is refused unread may cut its client off before the answer is read: then again. */
  private static HttpResponse<String> answered(String body) {
    IllegalStateException last = new IllegalStateException("never tried");
    for (int i = 0; i < 10; i++) {
      try {
        return server.post("/v0/things", body);
      } catch (IllegalStateException cutOff) {
        last = cutOff;
      }
    }
    throw last;
  }

  @Test
  void a_body_just_under_the_limit_is_read() {
    assertEquals(400, server.post("/v0/things", noteOf(MEBIBYTE - 100)).statusCode());
  }

  @Test
  void a_chunked_body_is_counted() throws IOException {
    for (int mebibytes : new int[] {2, 20}) {
      try (RawClient client = new RawClient(server.http.port())) {
        client.write(
            "POST /v0/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
                + server.key
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        String chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
        try {
          for (int i = 0; i < mebibytes * 16; i++) {
            client.write(chunk);
          }
          client.write("0\r\n\r\n");
        } catch (IOException closed) {
          // the server need not take the rest
        }
        String output = client.readAll();
        assertTrue(output.startsWith("HTTP/1.1 413 "), output);
        assertTrue(output.contains("payload_too_large"), output);
        assertTrue(output.endsWith("[closed]"), output);
      }
    }
  }

  // spec Sizes.1, ErrorCodes.20
  @Test
  void only_inline_attachments_may_be_longer() throws Exception {
    String content = "eHh4".repeat(MEBIBYTE / 2);
    assertEquals(200, send("{\"attachments\":[{\"content\":\"" + content + "\"}]}").statusCode());
    assertTooLarge(send("{\"note\":\"" + content + "\"}"));
    // Refused by its length; who goes on writing may find the connection closed before the answer.
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST /v0/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + server.key
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + 6 * MEBIBYTE
              + "\r\n\r\n");
      String output = client.readAll();
      assertTrue(output.startsWith("HTTP/1.1 413 "), output);
    }
  }

  @Test
  void a_body_that_drips_is_cut_off() throws Exception {
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST /v0/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + server.key
              + "\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
      long start = System.nanoTime();
      String output = client.readAll();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(output.endsWith("[closed]"), output);
      assertTrue(millis < 5_000, "took " + millis + " ms");
    }
  }

  @Test
  void a_body_that_drips_after_an_early_refusal_is_cut_off() throws Exception {
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST /v0/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: 1000\r\n\r\n{");
      String output = client.readAll();
      assertTrue(output.startsWith("HTTP/1.1 401 "), output);
      assertTrue(output.endsWith("[closed]"), output);
    }
  }
}
