package dev.agentmailbox.server.command;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.ControlClient;
import dev.agentmailbox.server.process.ControlSocket;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.jdbc.transfer.DirectoryBackup;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code backup}: copies the data directory of a running or stopped server. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description =
        "Copies the data directory to a path that does not exist yet. The copy contains at least"
            + " everything acknowledged before the command. The server may be running. A server"
            + " can be started on the copy; its first start pauses sending. For PostgreSQL, use"
            + " its own tools or export. Exit code 0 or 2.")
public final class BackupCommand extends TransferCommand {
  /** The request word of the control socket. */
  private static final String WORD = "backup";

  /** As {@link #WORD}, without steps of progress. */
  private static final String QUIET_WORD = "backup-quietly";

  @Parameters(paramLabel = "DIR", description = "a new directory, outside the data directory")
  private @Nullable Path directory;

  @Override
  int run(ServerConfig config) throws IOException {
    if (config.store().databaseUrl().isPresent()) {
      throw new StoreException(
          "the data is in PostgreSQL: use pg_dump or export, and keep master.key", null);
    }
    Path target = Objects.requireNonNull(directory).toAbsolutePath().normalize();
    printDirectory(config.store().directory());
    Optional<ControlClient> running = ControlClient.connect(config.store().directory());
    if (running.isPresent()) {
      try (ControlClient server = running.get()) {
        print(askFor(target, server));
      }
    } else {
      // Opening creates what is missing, so a mistyped path would yield an empty backup.
      H2Source.requireDatabase(config.store().directory());
      try (H2Store store = H2Store.open(config.store().directory(), Clock.systemUTC())) {
        print(make(store, target, progress()));
      }
    }
    return 0;
  }

  /** The server may see another file system than this process, for example under systemd. */
  private String askFor(Path target, ControlClient server) throws IOException {
    if (Files.exists(target)) {
      // Seen by the server or not: afterwards it could not be told from the backup.
      throw new StoreException("the target already exists: " + target, null);
    }
    String summary;
    try {
      summary = server.ask(isWatched() ? WORD : QUIET_WORD, target, this::printError);
    } catch (ControlClient.RefusedException e) {
      throw new IOException("the running server could not write the backup: " + e.getMessage(), e);
    }
    if (!Files.isDirectory(target)) {
      throw new StoreException(
          "the running server wrote the backup where this command does not see "
              + target
              + "; under systemd it has a /tmp of its own: choose another directory. The backup"
              + " remains at that path in the file system of the server",
          null);
    }
    return summary;
  }

  /** Serves requests for backups in a running server. */
  public static ControlSocket.Handler handler(H2Store store) {
    return (word, path, progress) -> {
      boolean steps = word.equals(WORD);
      if (steps || word.equals(QUIET_WORD)) {
        return make(store, path, new Progress(progress, Clock.systemUTC(), steps));
      }
      throw new IOException("a running server does not support " + word);
    };
  }

  /** Makes the backup and returns its summary. */
  private static String make(H2Store store, Path target, Progress progress) throws IOException {
    DirectoryBackup.Result result = store.backup(target, progress);
    return "backup of %s in %s: database %d bytes, %d contents with %d bytes"
        .formatted(
            result.madeAt(),
            target,
            result.databaseBytes(),
            result.contents(),
            result.contentBytes());
  }
}
