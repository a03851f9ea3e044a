package dev.agentmailbox.server.command;

import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.server.config.Secrets;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.process.MasterKeys;
import dev.agentmailbox.server.process.StoreFactory;
import dev.agentmailbox.service.webhook.MasterKeyChange;
import java.io.IOException;
import java.time.Clock;
import picocli.CommandLine.Command;

/** {@code new-master-key}: replaces a master key that is lost. */
@Command(
    name = MasterKeys.COMMAND,
    mixinStandardHelpOptions = true,
    description =
        "Replaces a master key that is lost for good by MAILBOX_MASTER_KEY, or else the master.key"
            + " of the data directory, or else a new one. Secrets and headers of webhooks are"
            + " lost: each webhook is disabled until its secret is rotated and its headers are set"
            + " again. Stop all servers first. Exit code 0 or 2.")
public final class NewMasterKeyCommand extends ConfiguredCommand {
  @Override
  int run(ServerConfig config) throws IOException {
    printStore(config);
    try (MailboxStore store = StoreFactory.openExisting(config, Clock.systemUTC())) {
      String unused = StoreFactory.firstOrganization(store);
      Secrets secrets = Secrets.open(config.store().directory(), config.store().masterKey());
      int webhooks =
          new MasterKeyChange(StoreFactory.context(config, store), MasterKeys.vault(secrets)).run();
      print("the master key is accepted; %d webhooks are disabled".formatted(webhooks));
      return 0;
    }
  }
}
