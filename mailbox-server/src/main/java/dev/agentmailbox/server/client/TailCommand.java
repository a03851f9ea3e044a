package dev.agentmailbox.server.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tail}: prints events as they happen. */
@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = "Prints each event as it happens, until Ctrl-C.")
public final class TailCommand extends ClientCommand {
  @Option(
      names = "--after",
      paramLabel = "CURSOR",
      description = "begin after this cursor; now where nothing is given")
  private String after = "latest";

  @Option(
      names = "--types",
      paramLabel = "TYPES",
      description = "such as message.received,send.sent")
  private @Nullable String types;

  @Override
  void run() throws IOException, InterruptedException {
    follow(
        api(),
        types == null ? "" : "&types=" + ApiClient.encoded(types),
        after,
        Long.MAX_VALUE,
        page -> {
          for (JsonObject event : page.objects("events")) {
            if (json()) {
              terminal().json(event.bytes());
            } else {
              terminal().text(EventsCommand.line(event));
            }
          }
          return true;
        });
  }
}
