package dev.agentmailbox.server.client;

import java.util.List;
import java.util.Map;

/** How messages are shown to people. */
final class MessageText {
  private MessageText() {}

  /** Prints a list of messages, newest first. */
  static void list(Terminal terminal, List<JsonObject> messages) {
    terminal.table(
        List.of("MESSAGE", "TIME (UTC)", "", "FROM", "SUBJECT"),
        messages.stream()
            .map(
                message ->
                    List.of(
                        message.text("message_id"),
                        Terminal.minute(message.text("timestamp")),
                        message.texts("labels").contains("unread") ? "*" : "",
                        message.text("from"),
                        message.text("subject")))
            .toList());
  }

  /** Prints a message: its header, what was found in it, and its text. */
  static void print(Terminal terminal, JsonObject message) {
    StringBuilder text = new StringBuilder();
    line(text, "From", message.text("from"));
    line(text, "To", String.join(", ", message.texts("to")));
    line(text, "Cc", String.join(", ", message.texts("cc")));
    line(text, "Date", message.text("timestamp"));
    line(text, "Subject", message.text("subject"));
    line(text, "Message", message.text("message_id"));
    for (JsonObject attachment : message.objects("attachments")) {
      line(
          text,
          "Attached",
          attachment.text("filename") + " (" + attachment.text("size") + " bytes)");
    }
    for (JsonObject code : message.objects("extracted_codes")) {
      line(text, "Code", code.text("code"));
    }
    terminal.text(text + "\n" + message.text("text").strip());
  }

  private static void line(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append(": ").append(value.replaceAll("[\r\n]+", " ")).append('\n');
    }
  }

  /** Removes the label {@code unread}. */
  static void markRead(ApiClient api, String messages, JsonObject message) {
    if (message.texts("labels").contains("unread")) {
      api.post(
          messages + "/batch-update",
          Map.of(
              "message_ids",
              List.of(message.text("message_id")),
              "remove_labels",
              List.of("unread")));
    }
  }
}
