package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.doctor.RecordList;
import dev.agentmailbox.server.doctor.Sender;
import dev.agentmailbox.server.process.OutboundTransport;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code dkim-keys}: creates the DKIM keys and prints the DNS records to publish. */
@Command(
    name = "dkim-keys",
    mixinStandardHelpOptions = true,
    description =
        "Creates missing DKIM keys and prints the DNS records"
            + " to publish for each mail domain. A running server uses new keys after a restart.")
public final class DkimKeysCommand extends ConfiguredCommand {
  @Override
  int run(ServerConfig config) throws IOException {
    Path directory = config.store().directory();
    if (!Files.exists(directory)) {
      OwnerOnly.createDirectories(directory);
      printError("created the data directory " + directory.toAbsolutePath());
    }
    DkimKeys keys = new DkimKeys(directory, config.delivery().selector());
    List<DkimKey> made = keys.loadOrMake();
    for (DkimKey key : made) {
      print("; " + key.selector() + ": " + keys.file(key.algorithm()));
    }
    Sender sender = OutboundTransport.sender(config, config.service().domains(), made);
    print(RecordList.text(sender).stripTrailing());
    return 0;
  }
}
