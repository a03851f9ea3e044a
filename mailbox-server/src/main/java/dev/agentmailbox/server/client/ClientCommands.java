package dev.agentmailbox.server.client;

import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands that talk to a server, found by name: parsing the arguments of one command takes a
 * fraction of what all of them take.
 */
public final class ClientCommands {
  private static final Map<String, Supplier<ClientCommand>> BY_NAME =
      Map.ofEntries(
          Map.entry("inbox", InboxCommand::new),
          Map.entry("send", SendCommand::new),
          Map.entry("reply", ReplyCommand::new),
          Map.entry("read", ReadCommand::new),
          Map.entry("search", SearchCommand::new),
          Map.entry("wait", WaitCommand::new),
          Map.entry("events", EventsCommand::new),
          Map.entry("tail", TailCommand::new),
          Map.entry("listen", ListenCommand::new),
          Map.entry("sign-in", SignInCommand::new),
          Map.entry("approve", ApproveCommand::new));

  private ClientCommands() {}

  /** The names, sorted. */
  public static List<String> names() {
    return BY_NAME.keySet().stream().sorted().toList();
  }

  /** The command line of a client command; empty for other names. */
  public static Optional<CommandLine> find(String name) {
    return find(name, System.getenv(), System.in);
  }

  /** As {@link #find(String)}, with other settings and another input. */
  public static Optional<CommandLine> find(
      String name, Map<String, String> environment, InputStream input) {
    return Optional.ofNullable(BY_NAME.get(name))
        .map(command -> new CommandLine(command.get().with(environment, input)))
        .map(line -> line.setCommandName("mailbox " + name));
  }
}
