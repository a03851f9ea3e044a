package dev.agentmailbox.examples;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a good model does with the tools of a server: look, read, reply, label, report. */
public final class ScriptedMind {
  public static final String INBOX = "desk@agents.localhost";
  public static final String QUESTION = "Where is it?";
  public static final String ANSWER = "It is on its way.";

  private static final Pattern MESSAGE = Pattern.compile("msg_[0-9a-z]+");
  private static final String REPORT = "Answered.";

  /**
   * The next message of the model.
   *
   * @param tool empty when the model only speaks
   */
  public record Next(String text, String tool, String arguments) {}

  private final String inbox;
  private String messageId = "";
  private boolean fences;

  public ScriptedMind(String inbox) {
    this.inbox = inbox;
  }

  /** Whether the text of the mail came between markers. */
  public boolean sawFences() {
    return fences;
  }

  /** After a task. */
  public Next first() {
    ObjectNode arguments = arguments();
    arguments.putArray("labels").add("unread");
    return call("list_messages", arguments);
  }

  /** After the result of a tool. */
  public Next after(String tool, String result) {
    return switch (tool) {
      case "list_messages" -> {
        Matcher found = MESSAGE.matcher(result);
        messageId = found.find() ? found.group() : "";
        yield call("get_message", arguments().put("message_id", messageId));
      }
      case "get_message" -> {
        fences = result.contains("<untrusted ") && result.contains(QUESTION);
        yield call(
            "reply_to_message",
            arguments()
                .put("message_id", messageId)
                .put("text", ANSWER)
                .put("idempotency_key", "reply-" + messageId));
      }
      case "reply_to_message" -> {
        ObjectNode arguments = arguments().put("message_id", messageId);
        arguments.putArray("add_labels").add("answered");
        arguments.putArray("remove_labels").add("unread");
        yield call("update_labels", arguments);
      }
      default -> new Next(result.contains("answered") ? REPORT : result, "", "");
    };
  }

  private ObjectNode arguments() {
    return JsonMapper.shared().createObjectNode().put("inbox_id", inbox);
  }

  private static Next call(String tool, ObjectNode arguments) {
    return new Next("", tool, arguments.toString());
  }
}
