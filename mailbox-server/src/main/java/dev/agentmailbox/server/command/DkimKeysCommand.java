package dev.agentmailbox.server.command;

import dev.agentmailbox.server.config.ConfigException;
import dev.agentmailbox.server.config.ServerConfig;
import dev.agentmailbox.server.dkim.DkimKey;
import dev.agentmailbox.server.dkim.DkimKeys;
import dev.agentmailbox.server.doctor.RecordList;
import dev.agentmailbox.server.process.OutboundTransport;
import dev.agentmailbox.store.jdbc.content.FileProblem;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code dkim-keys}: creates the DKIM keys and prints the DNS records to publish. */
@Command(
    name = "dkim-keys",
    mixinStandardHelpOptions = true,
    description =
        "Creates missing DKIM keys and prints the DNS records"
            + " to publish for each mail domain. A running server uses new keys after a restart.")
public final class DkimKeysCommand implements Callable<Integer> {
  @ParentCommand private @Nullable ConfigSource main;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    try {
      ServerConfig config = Objects.requireNonNull(main).config();
      if (!Files.exists(config.store().directory())) {
        OwnerOnly.createDirectories(config.store().directory());
        line.getErr()
            .println("created the data directory " + config.store().directory().toAbsolutePath());
      }
      DkimKeys keys = new DkimKeys(config.store().directory(), config.delivery().selector());
      List<DkimKey> made = keys.loadOrMake();
      for (DkimKey key : made) {
        line.getOut().println("; " + key.selector() + ": " + keys.file(key.algorithm()));
      }
      line.getOut()
          .print(
              RecordList.text(OutboundTransport.sender(config, config.service().domains(), made)));
      line.getOut().flush();
      return 0;
    } catch (ConfigException e) {
      return failed(line, e.getMessage());
    } catch (IOException e) {
      return failed(line, FileProblem.words(e));
    }
  }

  private static int failed(CommandLine line, @Nullable String why) {
    line.getErr().println("dkim-keys: " + why);
    line.getErr().flush();
    return ConfigSource.CANNOT_START;
  }
}
