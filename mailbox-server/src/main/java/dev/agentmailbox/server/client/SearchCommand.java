package dev.agentmailbox.server.client;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code search}: finds messages by words. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = "Finds messages by words in correspondents, subject and text, newest first.")
public final class SearchCommand extends InboxClientCommand {
  @Option(names = "--limit", description = "how many, up to 200 (default: ${DEFAULT-VALUE})")
  private int limit = DEFAULT_ROWS;

  @Parameters(arity = "1..*", paramLabel = "WORD", description = "beginnings of words")
  private List<String> words = List.of();

  @Override
  void run() {
    ApiClient api = api();
    String query = ApiClient.encoded(String.join(" ", words));
    show(
        api.get(messages(api) + "/search?limit=" + limit + "&q=" + query),
        page -> MessageText.list(terminal(), page.objects("messages")));
  }
}
