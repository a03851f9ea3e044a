package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wait}: waits for a message. */
@Command(
    name = "wait",
    mixinStandardHelpOptions = true,
    description =
        "Takes the oldest unread message that fits, or waits for one, prints it and marks it as"
            + " read. Exit code 1 when none came in time.")
public final class WaitCommand extends ClientCommand {
  private static final int DEFAULT_SECONDS = 60;
  private static final int UNREAD_ROWS = 200;

  @Option(names = "--inbox", paramLabel = "ADDRESS", description = "the inbox (MAILBOX_INBOX)")
  private @Nullable String inbox;

  @Option(names = "--from", paramLabel = "TEXT", description = "text in the sender")
  private String from = "";

  @Option(names = "--to", paramLabel = "TEXT", description = "text in a recipient")
  private String to = "";

  @Option(names = "--subject", paramLabel = "TEXT", description = "text in the subject")
  private String subject = "";

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "how long (default: ${DEFAULT-VALUE})")
  private int seconds = DEFAULT_SECONDS;

  @Option(names = "--code", description = "print only the first code in the message")
  private boolean code;

  private boolean found;

  @Override
  void run() throws IOException, InterruptedException {
    ApiClient api = api();
    String address = inbox(api, inbox);
    String path = "/inboxes/" + ApiClient.encoded(address);
    String filter = "&types=message.received&limit=1&inbox_ids=" + ApiClient.encoded(address);
    // The first page is that of the cursor from which on events are read, so none is missed.
    follow(
        api,
        filter,
        "latest",
        TimeUnit.SECONDS.toMillis(seconds),
        page -> {
          found = take(api, path);
          return !found;
        });
    if (!found) {
      throw ClientException.refused("no message came within " + seconds + " s", false);
    }
  }

  private boolean take(ApiClient api, String path) {
    List<JsonObject> unread =
        api.get(path + "/messages?labels=unread&ascending=true&limit=" + UNREAD_ROWS)
            .json()
            .objects("messages");
    Optional<JsonObject> fitting =
        unread.stream()
            .filter(item -> contains(item.text("from"), from))
            .filter(item -> contains(item.text("subject"), subject))
            .filter(item -> contains(item.texts("to") + " " + item.texts("cc"), to))
            .findFirst();
    fitting.ifPresent(
        item -> {
          ApiClient.Answer answer =
              api.get(path + "/messages/" + ApiClient.encoded(item.text("message_id")));
          print(answer);
          MessageText.markRead(api, path, answer.json());
        });
    return fitting.isPresent();
  }

  private void print(ApiClient.Answer answer) {
    if (code) {
      terminal()
          .text(
              answer.json().objects("extracted_codes").stream()
                  .findFirst()
                  .map(one -> one.text("code"))
                  .orElseThrow(() -> ClientException.refused("the message has no code", false)));
    } else if (json()) {
      terminal().json(answer.body());
    } else {
      MessageText.print(terminal(), answer.json());
    }
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }
}
