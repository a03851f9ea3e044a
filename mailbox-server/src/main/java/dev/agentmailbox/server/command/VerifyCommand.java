package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.jdbc.transfer.DirectoryBackup;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code verify}: checks that all data is present and readable. */
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description =
        "Reads all rows and raw messages of a data directory or backup that no server uses, or of"
            + " the configured PostgreSQL database, without changing anything. Exit code 0"
            + " when everything is intact, 1 when something is damaged, 2 when it cannot be"
            + " opened.")
public final class VerifyCommand extends TransferCommand {
  @Parameters(arity = "0..1", paramLabel = "DIR", description = "a data directory or a backup")
  private @Nullable Path directory;

  @Override
  int run(ServerConfig config) throws IOException {
    Path temporary = Files.createTempDirectory(scratch(), "mailbox-verify-");
    try (Source source = source(config, directory)) {
      List<Path> lists =
          DirectoryBackup.contentLists(directory == null ? config.store().directory() : directory);
      Verification.Result result =
          new Verification(source, progress(), damage -> printError("damaged: " + damage))
              .run(temporary, lists);
      result.tables().forEach((table, rows) -> print("%-20s %d".formatted(table, rows)));
      print(
          "%d rows; %d contents with %d bytes, and %d orphaned; %d damaged"
              .formatted(
                  result.rows(),
                  result.contents(),
                  result.bytes(),
                  result.unnamed(),
                  result.damage()));
      return result.damage() == 0 ? 0 : NOT_WHOLE;
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
