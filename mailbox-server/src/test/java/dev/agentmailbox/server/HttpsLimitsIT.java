package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.HttpSettings;
import dev.agentmailbox.http.MailboxHttp;
import dev.agentmailbox.http.server.connection.HttpLimits;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.http.table.ResponseSpec;
import dev.agentmailbox.http.table.Trait;
import dev.agentmailbox.server.tls.TestCertificate;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slow and idle clients are limited over TLS as they are without. */
final class HttpsLimitsIT {
  private static final int LONG_BYTES = 32 << 20;
  private static final Duration SHORT = Duration.ofMillis(300);

  /** Long enough for a client that reads, also where the machine is busy. */
  private static final Duration WINDOW = Duration.ofSeconds(3);

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int PATIENCE_MILLIS = 60_000;

  @TempDir static Path files;
  private static TestCertificate certificate;

  private Optional<MailboxHttp> http = Optional.empty();

  @BeforeAll
  static void make() throws Exception {
    certificate = TestCertificate.make(files, "EC");
  }

  @AfterEach
  void stop() {
    http.ifPresent(started -> started.stop(Duration.ZERO));
  }

  private void start(Duration head, Duration idle, Duration window, int connections)
      throws Exception {
    Operation file =
        Operation.get("file", "/v0/file")
            .access(AccessRule.PUBLIC)
            .with(Trait.HIDDEN)
            .answer(ResponseSpec.other(200, "text/plain", "Many bytes."))
            .handledBy(call -> Response.bytes(200, "text/plain", new byte[LONG_BYTES]));
    MailboxHttp made =
        MailboxHttp.builder(
                HttpSettings.at("127.0.0.1", 0, "https://localhost")
                    .withLimits(
                        new HttpLimits(LONG, LONG, head, idle, 8, 100, window, connections)))
            .operations(List.of(file))
            .tls(certificate.serving())
            .build();
    http = Optional.of(made);
    made.start();
  }

  private int port() {
    return http.orElseThrow().port();
  }

  private Socket connected() throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()));
    return socket;
  }

  private SSLSocket secured() throws IOException {
    SSLSocket secure =
        (SSLSocket)
            certificate
                .trusting()
                .getSocketFactory()
                .createSocket(connected(), "localhost", port(), true);
    secure.startHandshake();
    return secure;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /** The number of bytes until the server closed the connection. */
  private static long rest(Socket socket) {
    try {
      return socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (java.net.SocketTimeoutException open) {
      throw new AssertionError("the connection is still open", open);
    } catch (IOException reset) {
      return 0;
    }
  }

  @Test
  void a_client_that_never_begins_the_handshake_is_cut() throws Exception {
    start(LONG, SHORT, LONG, 10);
    try (Socket silent = connected()) {
      assertEquals(0, rest(silent));
    }
  }

  @Test
  void a_client_that_stops_in_the_handshake_is_cut() throws Exception {
    start(LONG, SHORT, LONG, 10);
    try (Socket halted = connected()) {
      // The beginning of a ClientHello record of 512 bytes.
      halted.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
      rest(halted);
    }
  }

  @Test
  void a_client_that_stops_in_its_headers_is_cut() throws Exception {
    start(SHORT, LONG, LONG, 10);
    try (SSLSocket halted = secured()) {
      send(halted, "GET /v0/health HTTP/1.1\r\nHost: loc");
      rest(halted);
    }
  }

  @Test
  void a_client_that_does_not_read_its_answer_is_cut() throws Exception {
    start(LONG, LONG, WINDOW, 10);
    try (SSLSocket idle = secured();
        SSLSocket reader = secured()) {
      send(idle, "GET /v0/file HTTP/1.1\r\nHost: localhost\r\n\r\n");
      send(reader, "GET /v0/file HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      assertTrue(rest(reader) > LONG_BYTES);
      awaitCut(idle);
    }
  }

  private static void awaitCut(SSLSocket idle) {
    long deadline = System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
    boolean cut = false;
    while (!cut && System.nanoTime() < deadline) {
      try {
        send(idle, "x".repeat(1024));
      } catch (IOException closed) {
        cut = true;
      }
    }
    assertTrue(cut, "the connection was cut");
  }

  @Test
  void an_address_opens_its_connections_and_not_one_more() throws Exception {
    start(LONG, LONG, LONG, 2);
    try (SSLSocket first = secured();
        SSLSocket second = secured();
        Socket third = connected()) {
      assertEquals(0, rest(third));
      for (SSLSocket served : List.of(first, second)) {
        send(served, "GET /v0/health HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertEquals('H', served.getInputStream().read());
      }
    }
  }
}
