package dev.agentmailbox.server;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.client.ApproveCommand;
import dev.agentmailbox.server.client.ClientCommands;
import dev.agentmailbox.server.client.CompletionCommand;
import dev.agentmailbox.server.client.EventsCommand;
import dev.agentmailbox.server.client.InboxCommand;
import dev.agentmailbox.server.client.ListenCommand;
import dev.agentmailbox.server.client.ReadCommand;
import dev.agentmailbox.server.client.ReplyCommand;
import dev.agentmailbox.server.client.SearchCommand;
import dev.agentmailbox.server.client.SendCommand;
import dev.agentmailbox.server.client.SignInCommand;
import dev.agentmailbox.server.client.TailCommand;
import dev.agentmailbox.server.client.WaitCommand;
import dev.agentmailbox.server.command.BackupCommand;
import dev.agentmailbox.server.command.ConfigSource;
import dev.agentmailbox.server.command.DkimKeysCommand;
import dev.agentmailbox.server.command.DoctorCommand;
import dev.agentmailbox.server.command.ExportCommand;
import dev.agentmailbox.server.command.HealthCommand;
import dev.agentmailbox.server.command.ImportCommand;
import dev.agentmailbox.server.command.MoveOrganizationCommand;
import dev.agentmailbox.server.command.NewKeyCommand;
import dev.agentmailbox.server.command.NewMasterKeyCommand;
import dev.agentmailbox.server.command.NewOwnerCommand;
import dev.agentmailbox.server.command.VerifyAuditCommand;
import dev.agentmailbox.server.command.VerifyCommand;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ConfigReader;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.logging.ConsoleLog;
import dev.agentmailbox.server.process.FatalErrors;
import dev.agentmailbox.server.process.HeapTrimmer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code java -jar mailbox-server.jar}: runs the server or a command. */
@Command(
    name = "mailbox",
    mixinStandardHelpOptions = true,
    versionProvider = BuildVersion.class,
    description = "Email inboxes for software agents. Without a command, runs the server.",
    subcommands = {
      DemoCommand.class,
      InboxCommand.class,
      SendCommand.class,
      ReplyCommand.class,
      ReadCommand.class,
      SearchCommand.class,
      WaitCommand.class,
      EventsCommand.class,
      TailCommand.class,
      ListenCommand.class,
      SignInCommand.class,
      ApproveCommand.class,
      CompletionCommand.class,
      DkimKeysCommand.class,
      DoctorCommand.class,
      HealthCommand.class,
      BackupCommand.class,
      VerifyCommand.class,
      VerifyAuditCommand.class,
      ExportCommand.class,
      ImportCommand.class,
      MoveOrganizationCommand.class,
      NewKeyCommand.class,
      NewOwnerCommand.class,
      NewMasterKeyCommand.class
    },
    footer = "Settings are environment variables (MAILBOX_*); docs/settings.md lists them.")
public final class Main implements Callable<Integer>, ConfigSource {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "properties file with settings in lower case with dots")
  private @Nullable Path configFile;

  @Spec private @Nullable CommandSpec spec;

  /**
   * Runs the command line and exits with its code. Without arguments there is nothing to parse, and
   * the start is shorter.
   */
  public static void main(String[] args) {
    System.exit(args.length == 0 ? serve() : run(args));
  }

  private static int run(String[] args) {
    return ClientCommands.find(args[0])
        .map(command -> command.execute(Arrays.copyOfRange(args, 1, args.length)))
        .orElseGet(() -> new CommandLine(new Main()).execute(args));
  }

  private static int serve() {
    try {
      Charset charset = Charset.defaultCharset();
      return new Main()
          .serve(
              new PrintWriter(System.out, true, charset),
              new PrintWriter(System.err, true, charset));
    } catch (InterruptedException | RuntimeException e) {
      LoggerFactory.getLogger(Main.class).error("the server stopped because of an error", e);
      ConsoleLog.flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    return serve(line.getOut(), line.getErr());
  }

  private int serve(PrintWriter out, PrintWriter err) throws InterruptedException {
    try {
      ServerConfig config = config();
      if (config.jsonLog()) {
        ConsoleLog.writeJson();
      }
      // Standard output then has objects only.
      serve(config, config.jsonLog() ? err : out);
      return 0;
    } catch (ConfigException | StoreException | IOException e) {
      err.println("mailbox-server cannot start: " + e.getMessage());
      err.flush();
      return CANNOT_START;
    }
  }

  @Override
  public ServerConfig config() {
    return ConfigReader.read(System.getenv(), configFile);
  }

  private static void serve(ServerConfig config, PrintWriter out)
      throws IOException, InterruptedException {
    FatalErrors.install();
    CountDownLatch stopped = new CountDownLatch(1);
    Wiring server = Wiring.start(config);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  ConsoleLog.flush();
                  stopped.countDown();
                },
                "shutdown"));
    Instant now = Instant.now();
    Duration took =
        Duration.between(ProcessHandle.current().info().startInstant().orElse(now), now);
    out.print(
        Banner.text(
            config,
            server.httpPort(),
            server.smtpPort(),
            server.selectors(),
            server.firstLink(),
            server.newKey(),
            took));
    out.flush();
    HeapTrimmer.giveBack();
    stopped.await();
  }
}
