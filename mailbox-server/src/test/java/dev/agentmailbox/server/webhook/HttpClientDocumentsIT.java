package dev.agentmailbox.server.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.access.ClientDocuments.Document;
import dev.agentmailbox.server.net.AddressGuard;
import dev.agentmailbox.server.net.OutgoingHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents of programs, on real sockets. */
class HttpClientDocumentsIT {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** Whatever the receiver does: far more than the limit, on a machine that is busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private RawReceiver receiver;
  private OutgoingHttp web;

  @BeforeEach
  void start() throws IOException {
    receiver = new RawReceiver();
    web = OutgoingHttp.toAnywhere();
  }

  @AfterEach
  void stop() throws IOException {
    web.close();
    receiver.close();
  }

  private Optional<Document> fetch(String path) {
    return new HttpClientDocuments(web, LIMIT).fetch(receiver.url(path));
  }

  private void serve(String status, String type, String body) {
    receiver.answers.put(
        "/document",
        "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(status, type, body.length(), body));
  }

  @Test
  void a_document_is_read_over_one_connection() {
    String body =
        "{\"client_id\":\"https://a.example/c\",\"client_name\":\"A\","
            + "\"redirect_uris\":[\"http://127.0.0.1/cb\"],\"more\":1}";
    serve("200 OK", "application/json; charset=utf-8", body);
    Document expected =
        new Document("https://a.example/c", "A", List.of("http://127.0.0.1/cb"), "none");
    assertEquals(Optional.of(expected), fetch("/document"));
    assertEquals(Optional.of(expected), fetch("/document"));
    assertEquals(1, receiver.connections.get());
    assertTrue(receiver.requests.get(0).startsWith("GET /document HTTP/1.1\r\n"));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "404 Not Found, application/json, {}",
        "200 OK, text/html, {}",
        "200 OK, application/json, []",
        "200 OK, application/json, nonsense",
        "200 OK, application/json, {'client_secret':'x'}",
      })
  void what_is_no_document_is_not_read(String status, String type, String body) {
    serve(status, type, body.replace('\'', '"'));
    assertEquals(Optional.empty(), fetch("/document"));
  }

  @Test
  void a_long_document_is_not_read() {
    serve("200 OK", "application/json", "{\"client_name\":\"" + "x".repeat(5 * 1024) + "\"}");
    assertEquals(Optional.empty(), fetch("/document"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/redirect",
        "/never",
        "/drip-headers",
        "/drip-body",
        "/flood",
        "/flood-headers",
        "/continue",
        "/garbage"
      })
  void a_hostile_server_takes_neither_time_nor_memory(String path) {
    long start = System.nanoTime();
    assertEquals(Optional.empty(), fetch(path));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertTrue(took.compareTo(PATIENCE) < 0, took.toString());
    assertEquals(1, receiver.requests.size());
  }

  @Test
  void nothing_is_fetched_from_an_address_that_is_not_public() throws IOException {
    try (OutgoingHttp vetted =
        OutgoingHttp.with(
            (host, limit) -> List.of(InetAddress.getLoopbackAddress()), AddressGuard.PUBLIC_ONLY)) {
      assertEquals(
          Optional.empty(), new HttpClientDocuments(vetted).fetch(receiver.url("/document")));
    }
    assertEquals(0, receiver.connections.get());
  }
}
