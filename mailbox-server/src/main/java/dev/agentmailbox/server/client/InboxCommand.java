package dev.agentmailbox.server.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inbox}: lists the inboxes, creates one, or deletes one. */
@Command(
    name = "inbox",
    mixinStandardHelpOptions = true,
    description = "Lists the inboxes that the key sees; creates or deletes one.")
public final class InboxCommand extends ClientCommand {
  @Override
  void run() {
    show(
        api().get("/inboxes?limit=200"),
        page ->
            terminal()
                .table(
                    List.of("INBOX", "CREATED", "NAME"),
                    page.objects("inboxes").stream()
                        .map(
                            inbox ->
                                List.of(
                                    inbox.text("inbox_id"),
                                    Terminal.minute(inbox.text("created_at")),
                                    inbox.text("display_name")))
                        .toList()));
  }

  @Command(
      mixinStandardHelpOptions = true,
      description = "Creates an inbox and prints its address. Repeated, it prints the same one.")
  int create(
      @Parameters(paramLabel = "NAME", description = "the part of the address before the @")
          String name,
      @Option(
              names = "--display-name",
              paramLabel = "TEXT",
              description = "shown beside the address")
          @Nullable String displayName)
      throws InterruptedException {
    return exitCode(
        () -> {
          Map<String, Object> body = new LinkedHashMap<>();
          body.put("username", name);
          body.put("client_id", name);
          if (displayName != null) {
            body.put("display_name", displayName);
          }
          show(api().post("/inboxes", body), inbox -> terminal().text(inbox.text("inbox_id")));
        });
  }

  @Command(mixinStandardHelpOptions = true, description = "Deletes an inbox and all of its mail.")
  int delete(
      @Parameters(paramLabel = "ADDRESS", description = "the inbox") String address,
      @Option(names = "--yes", description = "do not ask") boolean yes)
      throws InterruptedException {
    return exitCode(
        () -> {
          if (!yes && refuses("Delete " + address + " and all of its mail?")) {
            throw ClientException.refused("nothing was deleted", false);
          }
          api().delete("/inboxes/" + ApiClient.encoded(address));
        });
  }
}
