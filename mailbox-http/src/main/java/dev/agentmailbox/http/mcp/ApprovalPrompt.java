package dev.agentmailbox.http.mcp;

import static dev.agentmailbox.http.mcp.SendTasks.PENDING;
import static dev.agentmailbox.http.mcp.SendTasks.STRUCTURED;
import static dev.agentmailbox.http.mcp.SendTasks.text;

import dev.agentmailbox.http.table.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings an approval back into the chat, as far as the client can. One that shows addresses to its
 * user gets that of the review (URL mode of elicitation, in the form that revision 2026-07-28 has),
 * and when it calls again, the state of the send. One that takes tasks gets the send as a task
 * while it waits. The address names the approval and is no secret: who opens it signs in.
 */
final class ApprovalPrompt {
  private static final String STATE = "requestState";

  private final String appUrl;
  private final SendTasks tasks;

  ApprovalPrompt(String appUrl, SendTasks tasks) {
    this.appUrl = appUrl;
    this.tasks = tasks;
  }

  /**
   * The answer to a tool call.
   *
   * @param params of the call
   * @param capabilities of the client
   * @param result of the tool
   */
  CompletionStage<ObjectNode> answer(
      ObjectNode params, JsonNode capabilities, ObjectNode result, Request call) {
    JsonNode send = result.path(STRUCTURED);
    String sendId = text(send, "send_id");
    String approvalId = text(send, "approval_id");
    if (!PENDING.equals(text(send, "status")) || sendId == null || approvalId == null) {
      return CompletableFuture.completedFuture(result);
    }
    if (params.has(STATE) || params.has("inputResponses")) {
      // A result of the same idempotency key does not show the decision.
      return tasks
          .record(sendId, call)
          .thenCompose(
              record ->
                  PENDING.equals(text(record.path(STRUCTURED), "status"))
                      ? waiting(capabilities, result, sendId, call)
                      : CompletableFuture.completedFuture(SendTasks.ended(record)));
    }
    return capabilities.path("elicitation").path("url").isObject()
        ? CompletableFuture.completedFuture(prompt(sendId, approvalId))
        : waiting(capabilities, result, sendId, call);
  }

  private CompletionStage<ObjectNode> waiting(
      JsonNode capabilities, ObjectNode result, String sendId, Request call) {
    return SendTasks.areDeclared(capabilities)
        ? tasks.create(sendId, call)
        : CompletableFuture.completedFuture(result);
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
}
