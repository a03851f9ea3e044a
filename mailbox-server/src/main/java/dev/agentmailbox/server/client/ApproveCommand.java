package dev.agentmailbox.server.client;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code approve}: lists the sends that wait for a human, or decides one. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description =
        "Lists the sends that wait for a human; with APPROVAL, shows the mail, asks, and approves,"
            + " rejects or returns it. Only for people: mailbox sign-in first.")
public final class ApproveCommand extends ClientCommand {
  @Option(names = "--reject", description = "reject it")
  private boolean reject;

  @Option(
      names = "--return",
      paramLabel = "NOTE",
      description = "send it back to its author, with what to change")
  private @Nullable String returned;

  @Option(names = "--note", paramLabel = "TEXT", description = "why; the author reads it")
  private @Nullable String note;

  @Option(names = "--yes", description = "do not ask")
  private boolean yes;

  @Parameters(arity = "0..1", paramLabel = "APPROVAL", description = "an id, apr_…")
  private @Nullable String id;

  @Override
  void run() throws IOException {
    if (reject && returned != null) {
      throw ClientException.usage("--reject and --return exclude each other");
    }
    ApiClient api =
        humanApi()
            .orElseThrow(
                () ->
                    ClientException.usage(
                        "you are not signed in at " + url() + ": mailbox sign-in you@example.com"));
    if (id == null) {
      list(api);
      return;
    }
    String path = "/approvals/" + ApiClient.encoded(id);
    JsonObject approval = api.get(path);
    if (!json()) {
      print(api, path, approval);
    }
    String verb = returned != null ? "return" : reject ? "reject" : "approve";
    if (!yes && refuses("Do you want to " + verb + " it?")) {
      throw ClientException.refused("nothing was decided", false);
    }
    Map<String, Object> body = new HashMap<>();
    if (returned != null || note != null) {
      body.put("note", returned != null ? returned : String.valueOf(note));
    }
    show(
        api.post(path + "/" + verb, body),
        decided -> terminal().text(id + " " + decided.text("status")));
  }

  private void list(ApiClient api) {
    show(
        api.get("/approvals?status=pending&ascending=true&limit=200"),
        page ->
            terminal()
                .table(
                    List.of("APPROVAL", "ASKED (UTC)", "INBOX", "TO", "SUBJECT"),
                    page.objects("approvals").stream().map(ApproveCommand::row).toList()));
  }

  private static List<String> row(JsonObject approval) {
    return List.of(
        approval.text("approval_id"),
        Terminal.minute(approval.text("requested_at")),
        approval.text("inbox_id"),
        String.join(", ", approval.object("mail").texts("recipients")),
        approval.object("mail").text("subject"));
  }

  private void print(ApiClient api, String path, JsonObject approval) {
    MessageText.print(terminal(), api.get(path + "/message"));
    if (!approval.texts("flags").isEmpty()) {
      terminal().text("\nFlags: " + String.join(", ", approval.texts("flags")));
    }
  }
}
