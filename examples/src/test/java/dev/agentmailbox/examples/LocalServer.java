package dev.agentmailbox.examples;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server in a process of its own, for the tests of its clients. */
public final class LocalServer implements AutoCloseable {
  public static final String KEY = "sk_examples_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Pattern OWNER_LINK = Pattern.compile("http\\S+/console/sign-in/link\\S+");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final int port = freePort();
  private final int smtpPort = freePort();
  private final Path log;
  private final Process process;

  /** Starts it on that directory and returns when it answers. */
  public LocalServer(Path directory) throws IOException, InterruptedException {
    this(directory, Map.of("MAILBOX_BOOTSTRAP_API_KEY", KEY));
  }

  /** Starts it on that directory with these settings too. */
  public LocalServer(Path directory, Map<String, String> settings)
      throws IOException, InterruptedException {
    log = directory.resolve("log");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
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
                "MAILBOX_WEBHOOK_ALLOW_LOCAL", "true"));
    builder.environment().putAll(settings);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    process = builder.start();
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        close();
        throw new IOException("the server did not start: see " + log);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** Where it answers, without a path. */
  public String address() {
    return "http://127.0.0.1:" + port;
  }

  /** The port of {@link #address}. */
  public int port() {
    return port;
  }

  /** Where it takes mail, on 127.0.0.1. */
  public int smtpPort() {
    return smtpPort;
  }

  /** The link with which the owner signs in, once, as the first start printed it. */
  public URI ownerLink() throws IOException {
    Matcher link = OWNER_LINK.matcher(Files.readString(log));
    if (!link.find()) {
      throw new IOException("the first start printed no link");
    }
    return URI.create(link.group());
  }

  /** Mail from outside; it is stored when this returns. */
  public void deliver(String from, String to, String subject, String text)
      throws MessagingException {
    Properties properties = new Properties();
    properties.put("mail.smtp.host", "127.0.0.1");
    properties.put("mail.smtp.port", Integer.toString(smtpPort));
    MimeMessage mail = new MimeMessage(Session.getInstance(properties));
    mail.setFrom(from);
    mail.setRecipients(RecipientType.TO, to);
    mail.setSubject(subject);
    mail.setText(text);
    Transport.send(mail);
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
