package dev.agentmailbox.server.client;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code events}: lists events after a cursor. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "Lists events, oldest first, and the cursor for the next call.")
public final class EventsCommand extends EventCommand {
  @Option(names = "--limit", description = "how many, up to 200 (default: ${DEFAULT-VALUE})")
  private int limit = DEFAULT_ROWS;

  @Override
  void run() {
    String from = after().isEmpty() ? "" : "&after=" + ApiClient.encoded(after());
    show(
        api().get("/events?limit=" + limit + from + filter()),
        page -> {
          page.objects("events").forEach(event -> terminal().text(line(event)));
          String more = page.is("has_more") ? ", and there are more" : "";
          terminal().text("cursor " + page.text("cursor") + more);
        });
  }
}
