package dev.agentmailbox.server.command;

import dev.agentmailbox.access.KeySecret;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.StoreFactory;
import dev.agentmailbox.service.account.Accounts;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.EnumSet;
import picocli.CommandLine.Command;

/** {@code new-key}: makes an API key when the others are lost. */
@Command(
    name = "new-key",
    mixinStandardHelpOptions = true,
    description =
        "Creates an API key with all permissions for the first organization and prints it, once."
            + " With H2, stop the server first. Other keys remain valid: revoke lost ones in the"
            + " console. Exit code 0 or 2.")
public final class NewKeyCommand extends ConfiguredCommand {
  private static final String NAME = "new-key command";

  @Override
  int run(ServerConfig config) throws IOException {
    printStore(config);
    try (MailboxStore store = StoreFactory.openExisting(config, Clock.systemUTC())) {
      String organization = StoreFactory.firstOrganization(store);
      KeySecret secret = KeySecret.generate(new SecureRandom());
      var unused =
          new Accounts(StoreFactory.context(config, store))
              .createKey(
                  Scope.organization(organization), NAME, secret, EnumSet.allOf(Permission.class));
      print(secret.reveal());
      return 0;
    }
  }
}
