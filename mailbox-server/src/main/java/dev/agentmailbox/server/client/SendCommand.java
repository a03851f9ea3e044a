package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code send}: sends a mail. */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    description = "Sends a mail from an inbox, and prints the send and its status.")
public final class SendCommand extends InboxClientCommand {
  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      description = "a recipient; may be repeated")
  private List<String> to = List.of();

  @Option(names = "--cc", paramLabel = "ADDRESS", description = "likewise")
  private List<String> cc = List.of();

  @Option(names = "--bcc", paramLabel = "ADDRESS", description = "likewise")
  private List<String> bcc = List.of();

  @Option(names = "--subject", paramLabel = "TEXT", description = "the subject")
  private String subject = "";

  @Mixin private MailFields mail = new MailFields();

  @Override
  void run() throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("to", to);
    if (!cc.isEmpty()) {
      fields.put("cc", cc);
    }
    if (!bcc.isEmpty()) {
      fields.put("bcc", bcc);
    }
    fields.put("subject", subject);
    ApiClient api = api();
    mail.send(this, api, messages(api) + "/send", fields);
  }
}
