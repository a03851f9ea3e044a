package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reply}: answers a message. */
@Command(
    name = "reply",
    mixinStandardHelpOptions = true,
    description = "Replies to a message, and prints the send and its status.")
public final class ReplyCommand extends InboxClientCommand {
  @Option(names = "--all", description = "reply to all recipients")
  private boolean all;

  @Parameters(paramLabel = "MESSAGE", description = "the id of the message, msg_…")
  private String message = "";

  @Mixin private MailFields mail = new MailFields();

  @Override
  void run() throws IOException {
    ApiClient api = api();
    String path = messages(api) + "/" + ApiClient.encoded(message);
    mail.send(this, api, path + (all ? "/reply-all" : "/reply"), Map.of());
  }
}
