package dev.agentmailbox.server.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that reads events. */
abstract class EventCommand extends ClientCommand {
  @Option(names = "--after", paramLabel = "CURSOR", description = "events after this cursor")
  private @Nullable String after;

  @Option(
      names = "--types",
      paramLabel = "TYPES",
      description = "such as message.received,send.sent")
  private @Nullable String types;

  /** The cursor to begin after; empty without one. */
  final String after() {
    return after == null ? "" : after;
  }

  /** The part of the query that selects types; empty without one. */
  final String filter() {
    return types == null ? "" : "&types=" + ApiClient.encoded(types);
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
