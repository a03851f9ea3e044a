package dev.agentmailbox.server.command;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.DataFiles;
import dev.agentmailbox.store.jdbc.transfer.Export;
import dev.agentmailbox.store.jdbc.transfer.MboxExport;
import dev.agentmailbox.store.jdbc.transfer.Source;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code export}: writes everything as NDJSON and raw messages, or one inbox as mbox. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description =
        "Writes everything, or one organization, to a directory, or the mail of one inbox to a file. PostgreSQL may be in"
            + " use; with H2, stop the server first, or export a backup with --from. An interrupted"
            + " export resumes when run again. Exit code 0 when complete, 1"
            + " when something unreadable was left out, 2 otherwise. The output is"
            + " as confidential as the data itself.")
public final class ExportCommand extends TransferCommand {
  private static final String UNFINISHED = ".part";

  @Parameters(arity = "0..1", paramLabel = "DIR", description = "a new or empty directory")
  private @Nullable Path directory;

  @Option(names = "--from", paramLabel = "DIR", description = "a data directory or a backup")
  private @Nullable Path from;

  @Option(
      names = "--organization",
      paramLabel = "ID",
      description = "only this organization, without the files of the data directory")
  private @Nullable String organization;

  @Option(names = "--inbox", paramLabel = "ADDRESS", description = "only the mail of this inbox")
  private @Nullable String inbox;

  @Option(names = "--mbox", paramLabel = "FILE", description = "the file to write, with --inbox")
  private @Nullable Path mbox;

  @Override
  int run(ServerConfig config) throws IOException {
    if (inbox != null && mbox != null && directory == null && organization == null) {
      return inbox(config, inbox, mbox);
    }
    if (directory == null || inbox != null || mbox != null) {
      throw new ConfigException(
          "specify either a directory, or --inbox and --mbox, without --organization");
    }
    Path data = from == null ? config.store().directory() : from;
    try (Source source = source(config, from)) {
      Export.Result result =
          new Export(
                  source,
                  Optional.ofNullable(organization),
                  directory,
                  progress(),
                  Clock.systemUTC())
              .run(organization == null ? DataFiles.of(data, progress()) : Map.of());
      print(
          "exported %d rows, %d contents, %d bytes of content; %d could not be read"
              .formatted(result.rows(), result.contents(), result.bytes(), result.damage()));
      return result.damage() == 0 ? 0 : NOT_WHOLE;
    }
  }

  /** Written under a temporary name until complete. */
  private int inbox(ServerConfig config, String address, Path file) throws IOException {
    if (Files.exists(file)) {
      throw new StoreException(file + " already exists", null);
    }
    Path part = file.resolveSibling(file.getFileName() + UNFINISHED);
    Files.deleteIfExists(part);
    try {
      MboxExport.Result result = write(config, address, part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      if (result.held() > 0) {
        printError("not exported: " + result.held() + " held messages");
      }
      print(
          "exported %d messages; %d could not be read"
              .formatted(result.messages(), result.damage()));
      return result.damage() == 0 ? 0 : NOT_WHOLE;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private MboxExport.Result write(ServerConfig config, String address, Path file)
      throws IOException {
    try (Source source = source(config, from);
        FileChannel channel = OwnerOnly.create(file)) {
      MboxExport.Result result =
          new MboxExport(source, progress(), damage -> printError(damage.toString()))
              .run(address, Channels.newOutputStream(channel));
      channel.force(true);
      return result;
    }
  }
}
