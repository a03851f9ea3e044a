package dev.agentmailbox.server.client;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that works on one inbox. */
abstract class InboxClientCommand extends ClientCommand {
  @Option(names = "--inbox", paramLabel = "ADDRESS", description = "the inbox (MAILBOX_INBOX)")
  private @Nullable String option;

  /**
   * The address of the inbox: that of the command line or of the settings, that of the key, or the
   * only one there is.
   *
   * @throws ClientException when there are several
   */
  final String inbox(ApiClient api) {
    return Optional.ofNullable(option)
        .or(settings()::inbox)
        .or(() -> Optional.of(api.get("/auth/me").text("inbox_id")).filter(id -> !id.isEmpty()))
        .orElseGet(() -> only(api.get("/inboxes?limit=2").objects("inboxes")));
  }

  private static String only(List<JsonObject> inboxes) {
    if (inboxes.size() == 1) {
      return inboxes.get(0).text("inbox_id");
    }
    throw ClientException.usage(
        inboxes.isEmpty()
            ? "there is no inbox: mailbox inbox create NAME makes one"
            : "there are several inboxes: choose with --inbox ADDRESS or MAILBOX_INBOX");
  }

  /** The path of the messages of the inbox. */
  final String messages(ApiClient api) {
    return messages(inbox(api));
  }

  static String messages(String inbox) {
    return "/inboxes/" + ApiClient.encoded(inbox) + "/messages";
  }
}
