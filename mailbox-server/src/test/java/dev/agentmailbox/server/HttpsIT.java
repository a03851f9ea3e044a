package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.server.config.ConfigReader;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.tls.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server with a certificate of its own for HTTP. */
final class HttpsIT {
  private static final String KEY = "sk_starting_0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int PATIENCE_SECONDS = 60;

  @TempDir static Path files;
  private static TestCertificate certificate;

  @TempDir Path directory;
  @AutoClose private Wiring server;

  @BeforeAll
  static void make() throws Exception {
    certificate = TestCertificate.make(files, "EC");
  }

  @BeforeEach
  void start() throws IOException {
    server = Wiring.start(config());
  }

  private ServerConfig config() {
    return ConfigReader.read(
        Map.of(
            "MAILBOX_DATA_DIR",
            directory.resolve("data").toString(),
            "MAILBOX_HTTP_PORT",
            "0",
            "MAILBOX_SMTP_PORT",
            "0",
            "MAILBOX_BOOTSTRAP_API_KEY",
            KEY,
            "MAILBOX_HTTP_TLS_CERTIFICATE",
            certificate.files().certificateChain().toString(),
            "MAILBOX_HTTP_TLS_KEY",
            certificate.files().privateKey().toString()),
        null);
  }

  private HttpClient client(String... protocols) {
    HttpClient.Builder builder = HttpClient.newBuilder().sslContext(certificate.trusting());
    if (protocols.length > 0) {
      SSLParameters parameters = new SSLParameters();
      parameters.setProtocols(protocols);
      builder.sslParameters(parameters);
    }
    return builder.build();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + server.httpPort() + path))
        .header("Authorization", "Bearer " + KEY)
        .timeout(Duration.ofSeconds(PATIENCE_SECONDS));
  }

  private void handshake(String protocol, String suite) throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            certificate
                .trusting()
                .getSocketFactory()
                .createSocket("localhost", server.httpPort())) {
      socket.setSoTimeout(PATIENCE_SECONDS * 1_000);
      socket.setEnabledProtocols(new String[] {protocol});
      socket.setEnabledCipherSuites(new String[] {suite});
      socket.startHandshake();
      assertEquals(suite, socket.getSession().getCipherSuite());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.3, TLS_AES_128_GCM_SHA256",
    "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
  })
  void suites_with_forward_secrecy_are_offered(String protocol, String suite) throws IOException {
    handshake(protocol, suite);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDH_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_RSA_WITH_AES_128_CBC_SHA"
      })
  void suites_without_it_or_with_cbc_are_refused(String suite) {
    assertThrows(SSLException.class, () -> handshake("TLSv1.2", suite));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void the_api_is_served_over_tls(String version) throws Exception {
    HttpClient client = client(version);
    HttpResponse<String> made =
        client.send(
            request("/v0/inboxes")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"username\":\"secure\"}"))
                .build(),
            BodyHandlers.ofString());
    assertEquals(200, made.statusCode(), made.body());
    HttpResponse<String> health =
        client.send(request("/v0/health").build(), BodyHandlers.ofString());
    assertEquals(200, health.statusCode());
    assertEquals(HttpClient.Version.HTTP_1_1, health.version());
    assertEquals(version, health.sslSession().orElseThrow().getProtocol());
    assertTrue(health.headers().firstValue("strict-transport-security").isPresent());
  }

  @Test
  void the_public_address_begins_with_https_by_default() {
    assertEquals("https://localhost:0", config().service().baseUrl().toString());
    assertEquals("https://localhost:0/console", config().service().appUrl().toString());
  }

  @Test
  void events_come_over_a_secure_websocket() throws Exception {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    HttpClient client = client();
    WebSocket socket =
        client
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + KEY)
            .buildAsync(
                URI.create("wss://localhost:" + server.httpPort() + "/v0/ws"),
                new WebSocket.Listener() {
                  @Override
                  public @Nullable CompletionStage<?> onText(
                      WebSocket on, CharSequence data, boolean last) {
                    heard.add(data.toString());
                    on.request(1);
                    return null;
                  }
                })
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    socket.sendText("{\"type\":\"subscribe\",\"include_non_wake\":true}", true).join();
    String first = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertTrue(first != null && first.contains("\"subscribed\""), String.valueOf(first));
    socket.abort();
  }

  @Test
  void a_request_that_is_none_gets_its_problem_document_over_tls() throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            certificate
                .trusting()
                .getSocketFactory()
                .createSocket("localhost", server.httpPort())) {
      socket.setSoTimeout((int) Duration.ofSeconds(PATIENCE_SECONDS).toMillis());
      socket.getOutputStream().write("NO HTTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
      assertTrue(answer.contains("application/problem+json"), answer);
    }
  }

  @Test
  void plain_http_gets_no_answer_on_that_port() {
    HttpRequest plain =
        HttpRequest.newBuilder(URI.create("http://localhost:" + server.httpPort() + "/v0/health"))
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .build();
    assertThrows(
        IOException.class, () -> HttpClient.newHttpClient().send(plain, BodyHandlers.ofString()));
  }
}
