package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.move.OrganizationMove;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code move-organization}: moves one organization to another PostgreSQL database. */
@Command(
    name = "move-organization",
    mixinStandardHelpOptions = true,
    description =
        "Moves one organization with its mail, keys, webhooks and queued sends from the configured"
            + " PostgreSQL database to another one of this version. Servers may run on both. Its"
            + " writes are refused for a moment (451, 503) before the other database takes over."
            + " An interrupted move continues when run again. Exit code 0 when it has moved, 2"
            + " otherwise.")
public final class MoveOrganizationCommand extends TransferCommand {
  @Parameters(paramLabel = "ORGANIZATION", description = "id of the organization")
  private @Nullable String organization;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "URL",
      description =
          "the other database: postgresql://user:password@host:port/name; default: the environment"
              + " variable MAILBOX_MOVE_TO",
      defaultValue = "${env:MAILBOX_MOVE_TO}")
  private @Nullable String to;

  @Override
  int run(ServerConfig config) {
    PostgresUrl from =
        config
            .store()
            .databaseUrl()
            .orElseThrow(
                () ->
                    new ConfigException(
                        "needs MAILBOX_DATABASE_URL; with H2 use export --organization"));
    printStore(config);
    OrganizationMove.Result result =
        new OrganizationMove(
                from,
                PostgresUrl.parse(Objects.requireNonNull(to)),
                Objects.requireNonNull(organization),
                progress())
            .run();
    print(
        "moved: %d rows copied; writes were refused for %d ms"
            .formatted(result.rows(), result.pauseMillis()));
    return 0;
  }
}
