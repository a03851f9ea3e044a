package dev.agentmailbox.server.command;

import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that runs with the settings of the server: a failure is one line. */
abstract class ConfiguredCommand implements Callable<Integer> {
  @ParentCommand private @Nullable ConfigSource main;
  @Spec private @Nullable CommandSpec spec;

  /** Runs the command with the server's settings. */
  abstract int run(ServerConfig config) throws IOException;

  @Override
  public Integer call() {
    try {
      return run(Objects.requireNonNull(main).config());
    } catch (ConfigException | StoreException | MailboxException e) {
      return failed(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return failed(FileProblem.words(Objects.requireNonNull(e.getCause())));
    } catch (IOException e) {
      return failed(FileProblem.words(e));
    }
  }

  private int failed(String why) {
    printError(Objects.requireNonNull(spec).name() + ": " + why);
    return failure();
  }

  /** Exit code of a failure. */
  int failure() {
    return ConfigSource.CANNOT_START;
  }

  /** A line for the operator, on standard error. */
  final void printError(String line) {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    commandLine.getErr().println(line);
    commandLine.getErr().flush();
  }

  /** Which data a command works on. */
  final void printDirectory(Path directory) {
    printError("data directory: " + directory.toAbsolutePath().normalize());
  }

  /** As {@link #printDirectory}, or the database where one is configured. */
  final void printStore(ServerConfig config) {
    config
        .store()
        .databaseUrl()
        .ifPresentOrElse(
            url -> printError("database: " + url.place()),
            () -> printDirectory(config.store().directory()));
  }

  /** The result, on standard output. */
  final void print(String line) {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    commandLine.getOut().println(line);
    commandLine.getOut().flush();
  }
}
