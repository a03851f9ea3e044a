package dev.agentmailbox.server.command;

import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.access.PushService;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.StoreFactory;
import dev.agentmailbox.service.access.Sessions;
import dev.agentmailbox.service.account.Members;
import dev.agentmailbox.service.request.IdempotencyRunner;
import dev.agentmailbox.service.signup.FirstLink;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code new-owner}: lets an owner in again when no one can sign in. */
@Command(
    name = "new-owner",
    mixinStandardHelpOptions = true,
    description =
        "Prints a link that signs the first owner in, once, within 24 hours. With --email, this"
            + " person becomes an owner of the first organization, an operator, and the first"
            + " owner from then on; all owners are notified. With H2, stop the server first. Exit"
            + " code 0 or 2.")
public final class NewOwnerCommand extends ConfiguredCommand {
  @Option(names = "--email", paramLabel = "ADDRESS", description = "address of the new first owner")
  private @Nullable String email;

  @Override
  int run(ServerConfig config) throws IOException {
    printStore(config);
    try (MailboxStore store = StoreFactory.openExisting(config, Clock.systemUTC())) {
      String organization = StoreFactory.firstOrganization(store);
      MailboxContext context = StoreFactory.context(config, store);
      if (email != null) {
        Members members = new Members(context, new IdempotencyRunner(context));
        printError("first owner: " + members.replaceFirstOwner(organization, email).email());
      }
      Sessions sessions = new Sessions(context, config.accounts().stepUp(), PushService.NONE);
      print(
          Api.firstLink(
              config.service().baseUrl().toString(), new FirstLink(context, sessions).make()));
      return 0;
    }
  }
}
