package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.FieldProblem;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tools that an address asks for, as in {@code /mcp?tools=read,reply}: for a model with a small
 * context. It only leaves out; what a key may not do stays out anyway.
 */
final class ToolChoice {
  static final Field<String> TOOLS =
      Field.query("tools", Shapes.text(1, 1_000), "Names of tools or of groups, with commas.");

  private static final Map<String, List<String>> GROUPS =
      Map.of(
          "read",
              List.of(
                  "list_inboxes",
                  "list_messages",
                  "search_messages",
                  "get_message",
                  "get_attachment",
                  "get_thread",
                  "update_labels",
                  "wait_for_message"),
          "reply", List.of("reply_to_message", "get_send", "get_send_edit", "cancel_send"),
          "send", List.of("send_message", "check_message", "get_send", "cancel_send"),
          "draft",
              List.of(
                  "create_draft",
                  "update_draft",
                  "get_draft",
                  "list_drafts",
                  "send_draft",
                  "delete_draft"));

  private ToolChoice() {}

  /**
   * The names of the tools; all when the address has no choice.
   *
   * @throws MailboxException {@code validation_error}
   */
  static Set<String> of(Request call, Set<String> all) {
    String choice = call.find(TOOLS).orElse(null);
    if (choice == null) {
      return all;
    }
    Set<String> names = new HashSet<>();
    Arrays.stream(choice.split(",", -1))
        .map(String::strip)
        .forEach(name -> names.addAll(GROUPS.getOrDefault(name, List.of(name))));
    if (!all.containsAll(names)) {
      throw MailboxException.validation(
          List.of(
              new FieldProblem(
                  "tools", "must name tools, or the groups read, reply, send and draft")));
    }
    return names;
  }
}
