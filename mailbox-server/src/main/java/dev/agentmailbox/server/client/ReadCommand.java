package dev.agentmailbox.server.client;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code read}: lists the newest messages of an inbox, or prints one. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description =
        "Lists the newest messages of an inbox, unread ones with a *; with MESSAGE, prints that one"
            + " and marks it as read.")
public final class ReadCommand extends InboxClientCommand {
  @Option(names = "--limit", description = "how many, up to 200 (default: ${DEFAULT-VALUE})")
  private int limit = DEFAULT_ROWS;

  @Option(names = "--unread", description = "list unread ones only")
  private boolean unread;

  @Option(names = "--keep-unread", description = "do not mark MESSAGE as read")
  private boolean keepUnread;

  @Parameters(arity = "0..1", paramLabel = "MESSAGE", description = "an id, msg_…")
  private @Nullable String id;

  @Override
  void run() {
    ApiClient api = api();
    String messages = messages(api);
    if (id == null) {
      show(
          api.get(messages + "?limit=" + limit + (unread ? "&labels=unread" : "")),
          page -> MessageText.list(terminal(), page.objects("messages")));
      return;
    }
    JsonObject message = api.get(messages + "/" + ApiClient.encoded(id));
    show(message, one -> MessageText.print(terminal(), one));
    if (!keepUnread) {
      MessageText.markRead(api, messages, message);
    }
  }
}
