package dev.agentmailbox.server.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code search}: finds messages by words. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = "Finds messages by words in correspondents, subject and text, newest first.")
public final class SearchCommand extends ClientCommand {
  @Option(names = "--inbox", paramLabel = "ADDRESS", description = "the inbox (MAILBOX_INBOX)")
  private @Nullable String inbox;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "how many at most, up to 200 (default: ${DEFAULT-VALUE})")
  private int limit = DEFAULT_ROWS;

  @Parameters(arity = "1..*", paramLabel = "WORD", description = "beginnings of words")
  private List<String> words = List.of();

  @Override
  void run() {
    ApiClient api = api();
    ApiClient.Answer answer =
        api.get(
            inboxPath(api, inbox)
                + "/messages/search?limit="
                + limit
                + "&q="
                + ApiClient.encoded(String.join(" ", words)));
    if (json()) {
      terminal().json(answer.body());
    } else {
      MessageText.list(terminal(), answer.json().objects("messages"));
    }
  }
}
