package dev.agentmailbox.server.client;

import java.io.IOException;
import picocli.CommandLine.Command;

/** {@code tail}: prints events as they happen. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "Prints each event as it happens, from now or after a cursor, until Ctrl-C.")
public final class TailCommand extends EventCommand {
  @Override
  void run() throws IOException, InterruptedException {
    follow(
        api(),
        filter(),
        after(),
        Long.MAX_VALUE,
        page -> {
          page.objects("events").forEach(event -> show(event, one -> terminal().text(line(one))));
          return true;
        });
  }
}
