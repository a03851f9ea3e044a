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
public final class ReadCommand extends ClientCommand {
  @Option(names = "--inbox", paramLabel = "ADDRESS", description = "the inbox (MAILBOX_INBOX)")
  private @Nullable String inbox;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "how many to list, at most 200 (default: ${DEFAULT-VALUE})")
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
    String path = inboxPath(api, inbox);
    if (id == null) {
      ApiClient.Answer answer =
          api.get(path + "/messages?limit=" + limit + (unread ? "&labels=unread" : ""));
      if (json()) {
        terminal().json(answer.body());
      } else {
        MessageText.list(terminal(), answer.json().objects("messages"));
      }
      return;
    }
    ApiClient.Answer answer = api.get(path + "/messages/" + ApiClient.encoded(id));
    JsonObject message = answer.json();
    if (json()) {
      terminal().json(answer.body());
    } else {
      MessageText.print(terminal(), message);
    }
    if (!keepUnread) {
      MessageText.markRead(api, path, message);
    }
  }
}
