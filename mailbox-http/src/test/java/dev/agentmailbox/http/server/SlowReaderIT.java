package dev.agentmailbox.http.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.TestOperations;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.http.server.connection.HttpLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Peers that take their time: none of them takes the time of others. */
class SlowReaderIT {
  private static final int PATIENCE_SECONDS = 20;
  private static final int WORKERS = 2;

  private final List<Socket> sockets = new ArrayList<>();
  private TestServer server = TestServer.start(s -> s.withLimits(limits()));

  private static HttpLimits limits() {
    return HttpLimits.DEFAULT.withWorkers(WORKERS, 1_000);
  }

  private void restart(HttpLimits limits, AddressRange... proxies) {
    server.close();
    server = TestServer.start(s -> s.withLimits(limits).withTrustedProxies(List.of(proxies)));
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(4096);
    socket.setSoTimeout((int) Duration.ofSeconds(PATIENCE_SECONDS).toMillis());
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.http.port()));
    return socket;
  }

  private Socket asked(String path) throws IOException {
    Socket socket = connect();
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private void assertAnswersOthers() {
    assertEquals(200, server.get("/v0/things").statusCode());
    assertEquals(200, server.get("/v0/health").statusCode());
  }

  @Test
  void readers_that_do_not_read_a_file_hold_no_worker() throws Exception {
    for (int i = 0; i < 5 * WORKERS; i++) {
      asked("/v0/file");
    }
    assertTrue(server.operations.filesOpened.tryAcquire(5 * WORKERS, 20, TimeUnit.SECONDS));
    assertAnswersOthers();
  }

  @Test
  void readers_that_do_not_read_a_long_answer_hold_no_worker() throws Exception {
    for (int i = 0; i < 2 * WORKERS; i++) {
      asked("/v0/long").getInputStream().read();
    }
    assertAnswersOthers();
  }

  @Test
  void a_file_that_nobody_reads_is_closed_and_the_connection_cut() throws Exception {
    restart(limits().withAnswerWindow(Duration.ofMillis(100)));
    Socket socket = asked("/v0/file");
    assertTrue(server.operations.filesClosed.tryAcquire(1, PATIENCE_SECONDS, TimeUnit.SECONDS));
    long read = socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
    assertTrue(read < TestOperations.FILE_BYTES, "cut short");
  }

  @Test
  void a_file_is_closed_when_its_reader_has_gone() throws Exception {
    Socket socket = asked("/v0/file");
    socket.getInputStream().read();
    socket.close();
    assertTrue(server.operations.filesClosed.tryAcquire(1, PATIENCE_SECONDS, TimeUnit.SECONDS));
  }

  @Test
  void a_file_and_a_long_answer_come_whole_and_the_connection_goes_on() {
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> file = server.get("/v0/file");
      assertEquals(TestOperations.FILE_BYTES, file.body().length());
      HttpResponse<String> answer = server.get("/v0/long");
      assertEquals(TestOperations.FILE_BYTES, answer.body().length());
      assertEquals(
          TestOperations.FILE_BYTES, answer.headers().firstValueAsLong("content-length").orElse(0));
    }
  }

  @Test
  void health_is_answered_while_every_worker_is_busy() throws Exception {
    restart(HttpLimits.DEFAULT.withWorkers(1, 1));
    CompletableFuture<HttpResponse<String>> slow =
        CompletableFuture.supplyAsync(() -> server.get("/v0/slow"));
    assertTrue(server.operations.slowStarted.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
    for (String path : List.of("/v0/health", "/readyz", "/metrics")) {
      assertEquals(200, server.get(path).statusCode());
    }
    server.operations.slowMayEnd.countDown();
    assertEquals(200, slow.get(PATIENCE_SECONDS, TimeUnit.SECONDS).statusCode());
  }

  @Test
  void an_address_opens_so_many_connections_and_not_one_more() throws Exception {
    restart(limits().withConnectionsPerAddress(3));
    for (int i = 0; i < 3; i++) {
      assertServed(asked("/v0/health"));
    }
    String refused = new String(connect().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(refused.startsWith("HTTP/1.1 429 "), refused);
    assertTrue(refused.contains("\r\nRetry-After: 10\r\n"), refused);
    assertTrue(refused.contains("\"rate_limited\""), refused);
    sockets.get(0).close();
    awaitPlace();
  }

  @Test
  void the_connections_of_a_trusted_proxy_are_not_counted() throws Exception {
    restart(limits().withConnectionsPerAddress(3), AddressRange.parse("127.0.0.0/8"));
    for (int i = 0; i < 10; i++) {
      assertServed(asked("/v0/health"));
    }
  }

  private static void assertServed(Socket socket) throws IOException {
    byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    assertEquals("HTTP/1.1 200", new String(line, StandardCharsets.US_ASCII));
  }

  private void awaitPlace() throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    String line = "";
    while (!line.equals("HTTP/1.1 200") && System.nanoTime() < deadline) {
      try {
        byte[] bytes = asked("/v0/health").getInputStream().readNBytes("HTTP/1.1 200".length());
        line = new String(bytes, StandardCharsets.US_ASCII);
      } catch (IOException reset) {
        line = "";
      }
    }
    assertEquals("HTTP/1.1 200", line);
  }
}
