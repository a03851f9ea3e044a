package dev.agentmailbox.examples;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The server in a process of its own, for the tests of its clients. */
public final class LocalServer implements AutoCloseable {
  public static final String KEY = "sk_examples_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final int port = freePort();
  private final int smtpPort = freePort();
  private final Process process;

  /** Starts it on that directory and returns when it answers. */
  public LocalServer(Path directory) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+ExitOnOutOfMemoryError",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.agentmailbox.server.Main");
    builder.environment().keySet().removeIf(name -> name.startsWith("MAILBOX_"));
    builder
        .environment()
        .putAll(
            Map.of(
                "MAILBOX_DATA_DIR", directory.resolve("data").toString(),
                "MAILBOX_HTTP_PORT", Integer.toString(port),
                "MAILBOX_SMTP_PORT", Integer.toString(smtpPort),
                "MAILBOX_BOOTSTRAP_API_KEY", KEY,
                "MAILBOX_WEBHOOK_ALLOW_LOCAL", "true"));
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("log").toFile());
    process = builder.start();
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        close();
        throw new IOException("the server did not start: see " + directory.resolve("log"));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** Where it answers, without a path. */
  public String address() {
    return "http://127.0.0.1:" + port;
  }

  /** Where it takes mail, on 127.0.0.1. */
  public int smtpPort() {
    return smtpPort;
  }

  private boolean isReady() throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(address() + "/v0/health")).build();
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Below the ports that connections get by themselves. */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // Another one, then.
      } catch (IOException e) {
        throw new IllegalStateException("no port is free", e);
      }
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
