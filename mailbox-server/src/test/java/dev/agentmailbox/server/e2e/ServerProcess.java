package dev.agentmailbox.server.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The runnable jar in a process of its own that can be killed and started again on its data. */
final class ServerProcess implements AutoCloseable {
  static final String API_KEY = "sk_e2etests_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";

  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  private static final Pattern FIRST_LINK = Pattern.compile("/v0(/console/sign-in/link\\S+)");

  private static final int FIRST_PORT = 20_000;
  private static final int PORTS = 10_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

  private final Path directory;
  private final int httpPort = freePort();
  private final int smtpPort = freePort();
  private final Map<String, String> settings = new TreeMap<>();
  private long offBySeconds;
  private @Nullable Process process;
  private volatile @Nullable Api api;

  ServerProcess(Path directory) {
    this.directory = directory;
    settings.put("MAILBOX_DATA_DIR", directory.resolve("data").toString());
    settings.put("MAILBOX_HTTP_PORT", Integer.toString(httpPort));
    settings.put("MAILBOX_SMTP_PORT", Integer.toString(smtpPort));
    settings.put("MAILBOX_BOOTSTRAP_API_KEY", API_KEY);
    settings.put("MAILBOX_RATE_PER_KEY", "0");
    settings.put("MAILBOX_RATE_PER_ADDRESS", "0");
    settings.put("MAILBOX_PLAN_DAILY_RECIPIENTS", "1000000");
  }

  ServerProcess with(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** Its machine's clock is wrong by that much. */
  ServerProcess offBy(Duration time) {
    offBySeconds = time.toSeconds();
    return this;
  }

  /** One client until the next start, so that asking often does not open connections. */
  Api api() {
    Api client = api;
    if (client == null) {
      client = new Api("http://127.0.0.1:" + httpPort + "/v0", API_KEY);
      api = client;
    }
    return client;
  }

  /** The owner, signed in with the link that the first start prints. */
  Api owner() throws IOException {
    Matcher link = FIRST_LINK.matcher(output());
    if (!link.find()) {
      throw new IllegalStateException("no link was printed");
    }
    return api().asHuman(api().get(link.group(1)).cookie(), "http://localhost:" + httpPort);
  }

  String baseUrl() {
    return "http://127.0.0.1:" + httpPort;
  }

  int smtpPort() {
    return smtpPort;
  }

  /** Starts it and returns when it answers. */
  ServerProcess start() {
    return startWith(ClassArchive.option());
  }

  ServerProcess startWith(String archiveOption) {
    awaitAnswer(run(archiveOption), () -> api().isReady());
    return this;
  }

  /** Starts one whose API key is another; returns when it answers. */
  void startWithoutKey() {
    awaitAnswer(run(ClassArchive.option()), () -> api().isThere());
  }

  /** Starts it although it cannot; returns its exit code. */
  int startAndFail() {
    Process started = run(ClassArchive.option());
    await(started);
    return started.exitValue();
  }

  private Process run(String archiveOption) {
    api = null;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // As the launcher; the server lives too briefly for the second compiler.
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xshare:auto", "-Xlog:cds*=off", archiveOption));
    command.add("-XX:+ExitOnOutOfMemoryError");
    if (offBySeconds == 0) {
      command.add("-jar");
      command.add(jar().toString());
    } else {
      command.add("-cp");
      command.add(jar() + java.io.File.pathSeparator + Path.of("target", "test-classes"));
      command.add("dev.agentmailbox.server.SkewedServer");
      command.add(Long.toString(offBySeconds));
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith("MAILBOX_"));
    builder.environment().putAll(settings);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    try {
      Process started = builder.start();
      process = started;
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything the server printed so far. */
  String output() throws IOException {
    return Files.readString(log());
  }

  private Path log() {
    return directory.resolve("server.log");
  }

  static Path jar() {
    return Path.of(System.getProperty("mailbox.jar", "target/mailbox-server.jar"));
  }

  private void awaitAnswer(Process started, BooleanSupplier isReady) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < deadline) {
      if (!started.isAlive()) {
        throw new IllegalStateException("the server ended: see " + log());
      }
      if (isReady.getAsBoolean()) {
        return;
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    throw new IllegalStateException("the server did not answer in time: see " + log());
  }

  /** {@code kill -9}. */
  void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      await(running);
    }
  }

  /** It stands still until {@link #resume}: {@code SIGSTOP}. */
  void pause() {
    signal("STOP");
  }

  void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    Process running = process;
    if (running == null || !running.isAlive()) {
      return;
    }
    try {
      await(new ProcessBuilder("kill", "-" + name, Long.toString(running.pid())).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code SIGTERM}; returns how long it took. */
  Duration stop() {
    Process running = process;
    long start = System.nanoTime();
    if (running != null) {
      running.destroy();
      await(running);
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private static void await(Process ending) {
    try {
      if (!ending.waitFor(120, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the server does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kill();
  }

  /** A port below those that a connection gets by itself: nobody takes it between two starts. */
  private static int freePort() {
    while (true) {
      int port = FIRST_PORT + NEXT_PORT.getAndIncrement() % PORTS;
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // The next one, then.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
