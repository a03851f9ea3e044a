package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.agentmailbox.server.tls.ServerTls;
import dev.agentmailbox.server.tls.TestCertificate;
import dev.agentmailbox.server.tls.TlsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command that containers run to see whether their server serves. */
final class HealthCommandIT {
  @TempDir Path directory;
  private final StringWriter err = new StringWriter();
  private HttpServer server;
  private int answer = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/v0/health",
        exchange -> {
          exchange.sendResponseHeaders(answer, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private int health(String... settings) throws IOException {
    Path file = Files.write(directory.resolve("mailbox.properties"), List.of(settings));
    return new CommandLine(new Main())
        .setErr(new PrintWriter(err, true))
        .execute("--config", file.toString(), "health");
  }

  private String port() {
    return "mailbox.http.port=" + server.getAddress().getPort();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::"})
  void a_server_that_serves_is_healthy_on_whatever_address_it_listens(String host)
      throws IOException {
    assertEquals(0, health(port(), "mailbox.http.host=" + host), err.toString());
    assertEquals("", err.toString());
  }

  @Test
  void a_server_that_answers_something_else_is_not() throws IOException {
    answer = 503;
    assertEquals(1, health(port()));
    assertEquals("health: the server answered 503", err.toString().strip());
  }

  @Test
  void a_server_that_does_not_answer_is_not() throws IOException {
    server.stop(0);
    assertEquals(1, health(port()));
    assertTrue(err.toString().startsWith("health: "), err.toString());
  }

  @Test
  void a_setting_that_cannot_be_read_is_one_line_and_the_same_code() throws IOException {
    assertEquals(1, health("mailbox.http.port=many"));
    assertTrue(err.toString().contains("MAILBOX_HTTP_PORT"), err.toString());
  }

  @Test
  void a_server_with_a_certificate_of_its_own_is_asked_over_https() throws Exception {
    TlsFiles files = TestCertificate.make(directory, "EC").files();
    HttpsServer secure =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(ServerTls.context(files, Clock.systemUTC())));
    secure.createContext(
        "/v0/health",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    secure.start();
    try {
      int code =
          health(
              "mailbox.http.port=" + secure.getAddress().getPort(),
              "mailbox.http.tls.certificate=" + files.certificateChain(),
              "mailbox.http.tls.key=" + files.privateKey());
      assertEquals(0, code, err.toString());
    } finally {
      secure.stop(0);
    }
  }
}
