package dev.agentmailbox.http.mcp;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.http.table.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** All tools in their fixed order (decisions, section 9). Immutable and thread safe. */
final class ToolCatalog {
  private static final List<String> ORDER =
      List.of(
          "list_inboxes",
          "get_inbox",
          "create_inbox",
          "update_inbox",
          "delete_inbox",
          "list_threads",
          "search_threads",
          "get_thread",
          "list_messages",
          "search_messages",
          "get_message",
          "get_attachment",
          "send_message",
          "reply_to_message",
          "reply_all_message",
          "forward_message",
          "check_message",
          "get_send",
          "get_send_edit",
          "cancel_send",
          "create_draft",
          "update_draft",
          "get_draft",
          "list_drafts",
          "send_draft",
          "delete_draft",
          "list_labels",
          "update_labels",
          "list_events",
          "wait_for_message",
          "list_approvals",
          "get_usage",
          "auth_me");

  /** Tools whose results contain only text of the service and the caller; all others are fenced. */
  private static final Set<String> OF_OWN_TEXT =
      Set.of(
          "list_inboxes",
          "get_inbox",
          "create_inbox",
          "update_inbox",
          "delete_inbox",
          "check_message",
          "delete_draft",
          "get_usage",
          "auth_me");

  private final Map<String, Tool> tools = new LinkedHashMap<>();

  /**
   * Creates the tools.
   *
   * @param rows the table; rows without a tool name are left out
   * @param more operations that exist only as tools; each replaces a row with the same tool name
   */
  ToolCatalog(List<Operation> rows, List<Operation> more) {
    Map<String, Operation> named = new TreeMap<>();
    List<Operation> all = new ArrayList<>(rows);
    all.addAll(more);
    all.forEach(row -> row.tool().ifPresent(name -> named.put(name, row)));
    for (String name : ORDER) {
      Operation row = named.remove(name);
      if (row != null) {
        tools.put(name, Tool.of(name, row, !OF_OWN_TEXT.contains(name)));
      }
    }
    if (!named.isEmpty()) {
      throw new IllegalStateException("tools without a place in the order: " + named.keySet());
    }
  }

  Optional<Tool> find(String name) {
    return Optional.ofNullable(tools.get(name));
  }

  /** As {@link #find(String)}, of the tools that the address chooses. */
  Optional<Tool> find(String name, Request call) {
    return find(name).filter(tool -> ToolChoice.of(call, tools.keySet()).contains(name));
  }

  /** The chosen tools that the caller may use, as returned by {@code tools/list}. */
  ArrayNode describe(Request call) {
    return describe(call.caller(), ToolChoice.of(call, tools.keySet()));
  }

  /** The tools that the caller may use. */
  ArrayNode describe(Caller caller) {
    return describe(caller, tools.keySet());
  }

  private ArrayNode describe(Caller caller, Set<String> chosen) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    tools.values().stream()
        .filter(tool -> tool.isFor(caller) && chosen.contains(tool.name()))
        .forEach(tool -> list.add(tool.description()));
    return list;
  }
}
