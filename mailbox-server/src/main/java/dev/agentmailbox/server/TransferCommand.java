package dev.agentmailbox.server;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Common parts of the commands that transfer whole stores. */
abstract class TransferCommand implements Callable<Integer> {
  /** Exit code when something is damaged, missing or different. */
  static final int NOT_WHOLE = 1;

  @ParentCommand private @Nullable ConfigSource main;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "where a copy of an H2 database is made that is read; otherwise a temporary one")
  private @Nullable Path scratch;

  /** Runs the command with the server's settings. */
  abstract int run(ServerConfig config) throws IOException;

  @Override
  public Integer call() {
    try {
      return run(Objects.requireNonNull(main).config());
    } catch (ConfigException | StoreException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return failed(FileProblem.words(Objects.requireNonNull(e.getCause())));
    } catch (IOException e) {
      return failed(FileProblem.words(e));
    }
  }

  private int failed(String why) {
    printError(Objects.requireNonNull(spec).name() + ": " + why);
    return ConfigSource.CANNOT_START;
  }

  /** A line for the operator, on standard error. */
  final void printError(String line) {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    commandLine.getErr().println(line);
    commandLine.getErr().flush();
  }

  /** The result, on standard output. */
  final void print(String line) {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    commandLine.getOut().println(line);
    commandLine.getOut().flush();
  }

  final Progress progress() {
    return new Progress(this::printError, Clock.systemUTC());
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
    return H2Source.open(data, scratch(), Clock.systemUTC());
  }
}
