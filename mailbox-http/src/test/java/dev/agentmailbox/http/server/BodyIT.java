package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.RawClient;
import dev.agentmailbox.http.TestServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    assertTooLarge(server.post("/v0/things", noteOf(MEBIBYTE)));
    assertTooLarge(server.post("/v0/things", noteOf(8 * MEBIBYTE)));
  }

  @Test
  void a_body_just_under_the_limit_is_read() {
    assertEquals(400, server.post("/v0/things", noteOf(MEBIBYTE - 100)).statusCode());
  }

  /** A request that is written in whole before the answer is read. */
  private static String answerAfter(String path, String headers, String body) throws IOException {
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST "
              + path
              + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + server.key
              + "\r\nContent-Type: application/json\r\n"
              + headers
              + "\r\n");
      for (int i = 0; i < body.length(); i += MEBIBYTE) {
        client.write(body.substring(i, Math.min(body.length(), i + MEBIBYTE)));
      }
      return client.readAll();
    }
  }

  private static String chunked(String body) {
    String chunk = "10000\r\n" + body.substring(0, 0x10000) + "\r\n";
    return chunk.repeat(body.length() / 0x10000) + "0\r\n\r\n";
  }

  // spec Sizes.1, ErrorCodes.20
  @ParameterizedTest
  @CsvSource({"/v0/things,2", "/v0/things,20", "/mcp,6", "/mcp,20"})
  void a_client_that_writes_the_whole_body_first_reads_the_refusal(String path, int mebibytes)
      throws IOException {
    String body = "x".repeat(mebibytes * MEBIBYTE);
    String length = "Content-Length: " + body.length() + "\r\n";
    for (String output :
        List.of(
            answerAfter(path, length, body),
            answerAfter(path, "Expect: 100-continue\r\n" + length, body),
            answerAfter(path, "Transfer-Encoding: chunked\r\n", chunked(body)))) {
      assertTrue(output.startsWith("HTTP/1.1 413 "), output);
      assertTrue(output.contains("payload_too_large"), output);
      assertTrue(output.endsWith("[closed]"), output);
    }
  }

  @Test
  void a_client_without_a_key_reads_the_refusal_of_a_chunked_body() throws IOException {
    String body = chunked("x".repeat(4 * MEBIBYTE));
    try (RawClient client = new RawClient(server.http.port())) {
      client.write("POST /v0/things HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
      client.write("Transfer-Encoding: chunked\r\n\r\n" + body);
      String output = client.readAll();
      assertTrue(output.startsWith("HTTP/1.1 401 "), output);
      assertTrue(output.endsWith("[closed]"), output);
    }
  }

  @Test
  void only_so_much_of_a_refused_body_is_read() throws IOException {
    byte[] part = new byte[MEBIBYTE];
    int written = 0;
    try (RawClient client = new RawClient(server.http.port())) {
      client.write(
          "POST /v0/things HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + server.key
              + "\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n");
      for (; written < 200; written++) {
        client.write(part);
      }
    } catch (IOException cutOff) {
      // expected once the limit is reached
    }
    assertTrue(written > 50 && written < 100, written + " MiB");
  }

  // spec Sizes.1, ErrorCodes.20
  @Test
  void only_inline_attachments_may_be_longer() throws Exception {
    String content = "eHh4".repeat(MEBIBYTE / 2);
    assertEquals(200, send("{\"attachments\":[{\"content\":\"" + content + "\"}]}").statusCode());
    assertTooLarge(send("{\"note\":\"" + content + "\"}"));
    // Refused by its length, before any of it has arrived.
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
