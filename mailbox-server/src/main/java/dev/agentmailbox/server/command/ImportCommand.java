package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.h2.H2Target;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.transfer.Import;
import dev.agentmailbox.store.jdbc.transfer.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code import}: reads an export into an empty store. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    description =
        "Reads an export into the configured store, which must be empty, and compares"
            + " the result with the export. An organization is added to the others of a PostgreSQL"
            + " database, while servers run. An interrupted import resumes when run"
            + " again. Exit code 0 when complete, 1 when something differs or the export"
            + " is incomplete, 2 otherwise.")
public final class ImportCommand extends TransferCommand {
  @Parameters(paramLabel = "DIR", description = "an export")
  private @Nullable Path directory;

  @Override
  int run(ServerConfig config) throws IOException {
    Path export = Objects.requireNonNull(directory);
    Import.requireComplete(export);
    printStore(config);
    try (Target target = target(config)) {
      Import.Result result = new Import(export, target, progress()).run(config.store().directory());
      result.differences().forEach(difference -> printError("differs: " + difference));
      print(
          "imported %d rows, %d contents, %d bytes of content; %d differences from the manifest"
              .formatted(
                  result.rows(), result.contents(), result.bytes(), result.differences().size()));
      if (result.damage() > 0) {
        printError("the export itself is incomplete: see its damage.ndjson");
      }
      return result.differences().isEmpty() && result.damage() == 0 ? 0 : NOT_WHOLE;
    }
  }

  private static Target target(ServerConfig config) {
    Clock clock = Clock.systemUTC();
    return config.store().databaseUrl().isPresent()
        ? PostgresTransfer.target(config.store().databaseUrl().get(), clock, outside(config))
        : H2Target.open(config.store().directory(), clock);
  }
}
