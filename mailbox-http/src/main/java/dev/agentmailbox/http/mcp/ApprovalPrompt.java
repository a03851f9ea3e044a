package dev.agentmailbox.http.mcp;

import dev.agentmailbox.http.table.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings an approval back into the chat: a send that waits for a human is answered with the address
 * of its review, which the client shows to its user (URL mode of elicitation, in the form that
 * revision 2026-07-28 has). The client calls again when the user has been there, and gets the state
 * of the send. The address names the approval and is no secret: who opens it signs in.
 */
final class ApprovalPrompt {
  private static final String PENDING = "pending_approval";
  private static final String STRUCTURED = "structuredContent";
  private static final String STATE = "requestState";

  /** The send after a decision, which a result of the same idempotency key does not show. */
  private static final String GET_SEND = "get_send";

  private final String appUrl;
  private final ToolRunner runner;

  ApprovalPrompt(String appUrl, ToolRunner runner) {
    this.appUrl = appUrl;
    this.runner = runner;
  }

  /** Whether a client shows addresses to its user. */
  static boolean canShow(JsonNode capabilities) {
    return capabilities.path("elicitation").path("url").isObject();
  }

  /**
   * The answer to a tool call.
   *
   * @param params of the call
   * @param result of the tool
   * @param catalog for what else has to be looked up
   */
  CompletionStage<ObjectNode> answer(
      ObjectNode params, ObjectNode result, ToolCatalog catalog, Request call) {
    JsonNode send = result.path(STRUCTURED);
    String sendId = text(send, "send_id");
    if (!PENDING.equals(text(send, "status")) || sendId == null) {
      return CompletableFuture.completedFuture(result);
    }
    if (!params.path(STATE).isMissingNode() || params.has("inputResponses")) {
      return later(result, sendId, catalog, call);
    }
    String approvalId = text(send, "approval_id");
    return CompletableFuture.completedFuture(
        approvalId == null ? result : prompt(sendId, approvalId));
  }

  private ObjectNode prompt(String sendId, String approvalId) {
    ObjectNode asked = JsonNodeFactory.instance.objectNode().put("resultType", "input_required");
    asked
        .putObject("inputRequests")
        .putObject("approval")
        .put("method", "elicitation/create")
        .putObject("params")
        .put("mode", "url")
        .put("message", "This message leaves only when a human approves it. Review it here.")
        .put("url", appUrl + "/approvals/" + approvalId);
    return asked.put(STATE, sendId);
  }

  /** The same result with the state that the send has now. */
  private CompletionStage<ObjectNode> later(
      ObjectNode result, String sendId, ToolCatalog catalog, Request call) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("send_id", sendId);
    return catalog
        .find(GET_SEND)
        .map(tool -> runner.run(tool, arguments, call).thenApply(now -> updated(result, now)))
        .orElseGet(() -> CompletableFuture.completedFuture(result));
  }

  private static ObjectNode updated(ObjectNode result, ObjectNode now) {
    JsonNode record = now.path(STRUCTURED);
    String status = text(record, "status");
    if (status == null || status.equals(PENDING)) {
      return result;
    }
    boolean goesOn =
        status.equals("sent") || status.equals("sending") || status.equals("scheduled");
    if (!goesOn) {
      // A rejection is no result of the tool; the record says why.
      ObjectNode ended = now.deepCopy();
      ended.remove(STRUCTURED);
      return ended.put("isError", true);
    }
    ObjectNode updated = result.deepCopy();
    if (updated.get(STRUCTURED) instanceof ObjectNode send) {
      send.put("status", status).remove("approval_id");
      send.putArray("flags");
      copy(record, send, "message_id");
      copy(record, send, "thread_id");
      copy(record, send, "send_at");
      updated.putArray("content").addObject().put("type", "text").put("text", send.toString());
    }
    return updated;
  }

  private static void copy(JsonNode from, ObjectNode to, String name) {
    JsonNode value = from.path(name);
    if (value.isString()) {
      to.set(name, value);
    }
  }

  private static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isString() ? value.stringValue() : null;
  }
}
