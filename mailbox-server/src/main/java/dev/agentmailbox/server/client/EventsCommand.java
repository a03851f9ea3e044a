package dev.agentmailbox.server.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code events}: lists events after a cursor. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "Lists events, oldest first, and the cursor for the next call.")
public final class EventsCommand extends ClientCommand {
  @Option(
      names = "--after",
      paramLabel = "CURSOR",
      description = "events after this cursor; from the oldest one on where nothing is given")
  private @Nullable String after;

  @Option(
      names = "--types",
      paramLabel = "TYPES",
      description = "such as message.received,send.sent")
  private @Nullable String types;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "how many at most, up to 200 (default: ${DEFAULT-VALUE})")
  private int limit = DEFAULT_ROWS;

  @Override
  void run() {
    ApiClient.Answer answer =
        api()
            .get(
                "/events?limit="
                    + limit
                    + (after == null ? "" : "&after=" + ApiClient.encoded(after))
                    + (types == null ? "" : "&types=" + ApiClient.encoded(types)));
    if (json()) {
      terminal().json(answer.body());
      return;
    }
    JsonObject page = answer.json();
    page.objects("events").forEach(event -> terminal().text(line(event)));
    terminal()
        .text(
            "cursor " + page.text("cursor") + (page.is("has_more") ? ", and there are more" : ""));
  }

  /** An event in one line: when, what, where, which. */
  static String line(JsonObject event) {
    return String.join(
            " ",
            List.of(
                event.text("occurred_at"),
                event.text("event_type"),
                event.text("inbox_id"),
                event.text("message_id"),
                event.object("data").text("send_id")))
        .replaceAll(" +", " ")
        .strip();
  }
}
