package dev.agentmailbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import dev.agentmailbox.server.config.ServerConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** In which order a server opens its doors. */
final class StartIT {
  private static final String KEY = "sk_starting_0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String OTHER_KEY =
      "sk_othersks_0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String KEY_NOT_USED = "MAILBOX_BOOTSTRAP_API_KEY is used at the first start";
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path directory;
  private final HttpClient client = HttpClient.newHttpClient();

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private ServerConfig config(int httpPort, int smtpPort) {
    return config(httpPort, smtpPort, "0", KEY);
  }

  private ServerConfig config(int httpPort, int smtpPort, String reserveMebibytes, String key) {
    return ConfigReader.read(
        Map.of(
            "MAILBOX_DATA_DIR",
            directory.resolve("data").toString(),
            "MAILBOX_HTTP_PORT",
            Integer.toString(httpPort),
            "MAILBOX_SMTP_PORT",
            Integer.toString(smtpPort),
            "MAILBOX_BOOTSTRAP_API_KEY",
            key,
            "MAILBOX_RATE_PER_ADDRESS",
            "0",
            "MAILBOX_DISK_RESERVE",
            reserveMebibytes),
        null);
  }

  private static Wiring started(ServerConfig config) {
    try {
      return Wiring.start(config);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private int status(int port, String path) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + KEY)
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .build();
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException notYet) {
      return 0;
    }
  }

  // spec Decisions.25
  @Test
  void the_smtp_greeting_has_the_name_of_the_host_and_not_of_the_mail_domain() throws Exception {
    ServerConfig config =
        ConfigReader.read(
            Map.of(
                "MAILBOX_DATA_DIR", directory.resolve("data").toString(),
                "MAILBOX_DOMAIN", "agents.test",
                "MAILBOX_DELIVERY_HELLO_NAME", "mail.agents.test",
                "MAILBOX_HTTP_PORT", "0",
                "MAILBOX_SMTP_PORT", "0",
                "MAILBOX_DISK_RESERVE", "0"),
            null);
    try (Wiring server = Wiring.start(config);
        Socket smtp = new Socket(InetAddress.getLoopbackAddress(), server.smtpPort());
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(smtp.getInputStream(), StandardCharsets.US_ASCII))) {
      assertEquals("220 mail.agents.test ESMTP Agent Mailbox", lines.readLine());
    }
  }

  @Test
  void who_hears_that_it_is_healthy_can_use_the_first_key_and_send_mail() throws Exception {
    int httpPort = freePort();
    int smtpPort = freePort();
    ServerConfig config = config(httpPort, smtpPort);
    CompletableFuture<Wiring> starting = CompletableFuture.supplyAsync(() -> started(config));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (status(httpPort, "/v0/health") != 200 && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertEquals(200, status(httpPort, "/v0/inboxes"));
    try (Socket smtp = new Socket(InetAddress.getLoopbackAddress(), smtpPort)) {
      assertEquals(
          "220", new String(smtp.getInputStream().readNBytes(3), StandardCharsets.US_ASCII));
    }
    assertEquals(200, status(httpPort, "/readyz"));
    starting.get(PATIENCE_SECONDS, TimeUnit.SECONDS).close();
  }

  @Test
  void a_port_that_is_taken_ends_the_start_before_a_key_is_made() throws Exception {
    int httpPort = freePort();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ServerConfig config = config(httpPort, taken.getLocalPort());
      ConfigException refusal = assertThrows(ConfigException.class, () -> Wiring.start(config));
      assertTrue(
          String.valueOf(refusal.getMessage()).startsWith("MAILBOX_SMTP_PORT: cannot listen"),
          refusal.toString());
    }
    Wiring next = Wiring.start(config(httpPort, freePort()));
    try {
      assertTrue(next.firstLink().isPresent(), "the first start was not used up");
      assertEquals(200, status(httpPort, "/v0/inboxes"));
    } finally {
      next.close();
    }
  }

  @Test
  void a_first_key_that_comes_too_late_is_logged_and_no_key_is() throws Exception {
    List<String> first = loggedByStart(KEY);
    List<String> same = loggedByStart(KEY);
    List<String> other = loggedByStart(OTHER_KEY);
    assertEquals(0, count(first, KEY_NOT_USED));
    assertEquals(0, count(same, KEY_NOT_USED));
    assertEquals(1, count(other, KEY_NOT_USED), other.toString());
    for (List<String> lines : List.of(first, same, other)) {
      assertFalse(lines.isEmpty(), "the log was heard");
      assertEquals(0, count(lines, KEY));
      assertEquals(0, count(lines, OTHER_KEY));
    }
  }

  private List<String> loggedByStart(String key) throws IOException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    log.start();
    root.addAppender(log);
    try {
      Wiring.start(config(freePort(), freePort(), "0", key)).close();
    } finally {
      root.detachAppender(log);
      log.stop();
    }
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private static long count(List<String> lines, String words) {
    return lines.stream().filter(line -> line.contains(words)).count();
  }

  private HttpResponse<String> post(int port, String path, String json) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Authorization", "Bearer " + KEY)
            .header("Idempotency-Key", path)
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
            .POST(BodyPublishers.ofString(json))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static String say(Socket smtp, String command) throws IOException {
    smtp.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
    return line(smtp);
  }

  private static String line(Socket smtp) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = smtp.getInputStream().read();
        c >= 0 && c != '\n';
        c = smtp.getInputStream().read()) {
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Test
  void a_disk_that_is_nearly_full_takes_no_mail_and_no_sends_but_is_read_on() throws Exception {
    int httpPort = freePort();
    int smtpPort = freePort();
    // No disk has two pebibytes free.
    try (Wiring server =
        Wiring.start(config(httpPort, smtpPort, Integer.toString(Integer.MAX_VALUE), KEY))) {
      assertEquals(200, post(httpPort, "/v0/inboxes", "{\"username\":\"full\"}").statusCode());
      String inbox = "/v0/inboxes/full@agents.localhost";
      HttpResponse<String> send =
          post(
              httpPort,
              inbox + "/messages/send",
              "{\"to\":[\"a@example.com\"],\"subject\":\"s\",\"text\":\"t\"}");
      assertEquals(503, send.statusCode(), send.body());
      assertTrue(send.body().contains("\"upstream_unavailable\""), send.body());
      assertEquals("60", send.headers().firstValue("retry-after").orElse(""));
      assertEquals(503, post(httpPort, inbox + "/drafts", "{\"text\":\"t\"}").statusCode());
      assertEquals(200, status(httpPort, inbox + "/messages"));
      assertEquals(200, status(httpPort, "/readyz"));
      try (Socket smtp = new Socket(InetAddress.getLoopbackAddress(), smtpPort)) {
        assertTrue(line(smtp).startsWith("220"));
        assertTrue(say(smtp, "HELO client.example").startsWith("250"));
        assertTrue(say(smtp, "MAIL FROM:<a@example.com>").startsWith("250"));
        assertTrue(say(smtp, "RCPT TO:<full@agents.localhost>").startsWith("250"));
        assertTrue(say(smtp, "DATA").startsWith("452 4.3.1 "));
        assertTrue(say(smtp, "QUIT").startsWith("221"));
      }
      assertEquals(httpPort, server.httpPort());
    }
  }
}
