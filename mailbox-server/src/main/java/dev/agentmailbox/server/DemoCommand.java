package dev.agentmailbox.server;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import dev.agentmailbox.server.demo.DemoAgent;
import dev.agentmailbox.server.demo.DemoContent;
import dev.agentmailbox.server.logging.ConsoleLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: a filled server in a temporary directory, which goes when it ends. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Starts a server in a temporary directory with forty mails, three scripted agents and sends"
            + " that wait for you, and opens the console, signed in. Nothing leaves this machine, and"
            + " nothing is left when it ends. Settings are ignored. Exit code 0, or 1 when it cannot"
            + " start.")
final class DemoCommand implements Callable<Integer> {
  private static final int DEFAULT_PORT = 8080;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "HTTP port (default: ${DEFAULT-VALUE}, or another one when that is taken)")
  private int port = DEFAULT_PORT;

  @Option(names = "--no-browser", description = "only print the link")
  private boolean noBrowser;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    Path directory = Files.createTempDirectory("agent-mailbox-demo-");
    try {
      run(directory, line.getOut());
      return 0;
    } catch (ConfigException | StoreException | IOException e) {
      line.getErr().println("the demo cannot start: " + e.getMessage());
      delete(directory);
      return 1;
    }
  }

  private void run(Path directory, PrintWriter out) throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of(
            "MAILBOX_DATA_DIR", directory.resolve("data").toString(),
            "MAILBOX_HTTP_PORT", Integer.toString(freePort(port)),
            "MAILBOX_SMTP_PORT", Integer.toString(freePort(0)),
            "MAILBOX_DISK_RESERVE", "0",
            "MAILBOX_OWNER_EMAIL", "ada@lindwood.example");
    Wiring server = Wiring.start(ConfigReader.read(settings, null));
    AtomicReference<DemoAgent> answering = new AtomicReference<>();
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  Optional.ofNullable(answering.get()).ifPresent(DemoAgent::close);
                  server.close();
                  ConsoleLog.flush();
                  delete(directory);
                  stopped.countDown();
                },
                "shutdown"));
    DemoContent.fill(server.mailbox());
    DemoAgent agent = DemoAgent.start(server.mailbox());
    answering.set(agent);
    String link = server.firstLink().orElseThrow();
    out.print(text(link, agent.address(), server.smtpPort()));
    out.flush();
    if (!noBrowser) {
      open(link);
    }
    stopped.await();
  }

  private static String text(String link, String address, int smtpPort) {
    return String.format(
        Locale.ROOT,
        """

        Open the console; the link signs you in once:

          %s

        Sends of three agents wait for you under Approvals. Strangers dictated some of them; the review says which.
        Write to the agent yourself, and approve its answer:

          printf 'From: You <you@example.com>\\r\\nTo: %2$s\\r\\nSubject: Hello\\r\\n\\r\\nCan you read this?\\r\\n' |
            curl -s smtp://127.0.0.1:%3$d --mail-from you@example.com --mail-rcpt %2$s --upload-file -

        Nothing leaves this machine. Ctrl-C ends the demo and removes its data.

        """,
        link,
        address,
        smtpPort);
  }

  /** That port, or any when it is taken or 0. */
  private static int freePort(int wanted) throws IOException {
    try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException taken) {
      if (wanted == 0) {
        throw taken;
      }
      return freePort(0);
    }
  }

  /** Opens the default browser; the link is printed in any case. */
  private static void open(String link) {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    List<String> command =
        system.contains("mac")
            ? List.of("open", link)
            : system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", link)
                : List.of("xdg-open", link);
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException none) {
      // The link is printed.
    }
  }

  private static void delete(Path directory) {
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.delete(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                throws IOException {
              Files.delete(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.err.println("the demo left files in " + directory + ": " + e.getMessage());
    }
  }
}
