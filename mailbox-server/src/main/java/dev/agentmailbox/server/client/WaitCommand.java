package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wait}: waits for a message. */
@Command(
    name = "wait",
    mixinStandardHelpOptions = true,
    description =
        "Takes the oldest unread message that fits, or waits for one, prints it and marks it as"
            + " read. Exit code 1 when none came in time.")
public final class WaitCommand extends InboxClientCommand {
  private static final int UNREAD_ROWS = 200;

  @Option(names = "--from", paramLabel = "TEXT", description = "text in the sender")
  private String from = "";

  @Option(names = "--to", paramLabel = "TEXT", description = "text in a recipient")
  private String to = "";

  @Option(names = "--subject", paramLabel = "TEXT", description = "text in the subject")
  private String subject = "";

  @Option(names = "--seconds", description = "how long (default: ${DEFAULT-VALUE})")
  private int seconds = 60;

  @Option(names = "--code", description = "print only the first code in the message")
  private boolean code;

  private boolean found;

  @Override
  void run() throws IOException, InterruptedException {
    ApiClient api = api();
    String inbox = inbox(api);
    String messages = messages(inbox);
    String filter = "&types=message.received&limit=1&inbox_ids=" + ApiClient.encoded(inbox);
    // Unread mail is looked for after the cursor was taken, so none is missed.
    follow(
        api,
        filter,
        "",
        TimeUnit.SECONDS.toMillis(seconds),
        page -> {
          found = take(api, messages);
          return !found;
        });
    if (!found) {
      throw ClientException.refused("no message came within " + seconds + " s", false);
    }
  }

  private boolean take(ApiClient api, String messages) {
    Optional<JsonObject> fitting =
        api
            .get(messages + "?labels=unread&ascending=true&limit=" + UNREAD_ROWS)
            .objects("messages")
            .stream()
            .filter(item -> contains(item.text("from"), from))
            .filter(item -> contains(item.text("subject"), subject))
            .filter(item -> contains(item.texts("to") + " " + item.texts("cc"), to))
            .findFirst();
    fitting.ifPresent(
        item -> {
          JsonObject message = api.get(messages + "/" + ApiClient.encoded(item.text("message_id")));
          print(message);
          MessageText.markRead(api, messages, message);
        });
    return fitting.isPresent();
  }

  private void print(JsonObject message) {
    if (!code) {
      show(message, one -> MessageText.print(terminal(), one));
      return;
    }
    terminal()
        .text(
            message.objects("extracted_codes").stream()
                .findFirst()
                .map(one -> one.text("code"))
                .orElseThrow(() -> ClientException.refused("the message has no code", false)));
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }
}
