package dev.agentmailbox.server.command;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.StoreFactory;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.Console;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Common parts of the commands that transfer whole stores. */
abstract class TransferCommand extends ConfiguredCommand {
  /** Exit code when something is damaged, missing or different. */
  static final int NOT_WHOLE = 1;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "directory for the temporary copy of an H2 database; default: that of the system")
  private @Nullable Path scratch;

  @Option(
      names = "--progress",
      description = "report progress every few seconds, even if the output is not a terminal")
  private boolean progress;

  /** For a human who waits; where no one reads along, steps are reported only when asked for. */
  final Progress progress() {
    return new Progress(this::printError, Clock.systemUTC(), isWatched());
  }

  final boolean isWatched() {
    return progress || hasTerminal();
  }

  @SuppressWarnings("SystemConsoleNull") // null before Java 22, and asked for below since
  private static boolean hasTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Since Java 22 there is a console without a terminal too.
      return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
    } catch (ReflectiveOperationException before22) {
      return true;
    }
  }

  final Path scratch() {
    return scratch == null ? Path.of(System.getProperty("java.io.tmpdir")) : scratch;
  }

  /** Raw messages outside PostgreSQL; empty when they are in it. */
  static Optional<ContentStore> outside(ServerConfig config) {
    return StoreFactory.outside(config, Clock.systemUTC(), Duration.ZERO);
  }

  /**
   * The source to read.
   *
   * @param directory a data directory, or null for the configured store
   */
  final Source source(ServerConfig config, @Nullable Path directory) {
    if (directory == null && config.store().databaseUrl().isPresent()) {
      return PostgresTransfer.source(config.store().databaseUrl().get(), outside(config));
    }
    Path data = directory == null ? config.store().directory() : directory;
    printDirectory(data);
    return H2Source.open(data, scratch(), Clock.systemUTC());
  }
}
