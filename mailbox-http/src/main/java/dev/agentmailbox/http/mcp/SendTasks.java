package dev.agentmailbox.http.mcp;

import dev.agentmailbox.http.table.Request;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends that wait for a human, as tasks (extension {@code io.modelcontextprotocol/tasks}). A task
 * is the send itself and has its id, so that any server answers for it, and it ends with the
 * decision. Thread safe.
 */
final class SendTasks {
  static final String EXTENSION = "io.modelcontextprotocol/tasks";
  static final String PENDING = "pending_approval";
  static final String STRUCTURED = "structuredContent";

  /** What a sending tool answers with once nobody has to decide. */
  private static final Set<String> LEAVING = Set.of("sent", "sending", "scheduled");

  private static final int BAD_REQUEST = 400;
  private static final int POLL_MILLIS = 5_000;

  private final ToolRunner runner;
  private final Supplier<ToolCatalog> catalog;

  SendTasks(ToolRunner runner, Supplier<ToolCatalog> catalog) {
    this.runner = runner;
    this.catalog = catalog;
  }

  /** Whether a client takes tasks. */
  static boolean areDeclared(JsonNode capabilities) {
    return capabilities.path("extensions").path(EXTENSION).isObject();
  }

  /**
   * Refuses a client that does not take tasks.
   *
   * @throws RpcError it does not
   */
  static void require(JsonNode capabilities) {
    if (!areDeclared(capabilities)) {
      ObjectNode data = JsonNodeFactory.instance.objectNode();
      data.putObject("requiredCapabilities").putObject("extensions").putObject(EXTENSION);
      throw new RpcError(
          BAD_REQUEST,
          RpcError.MISSING_CAPABILITY,
          "the client must declare the extension " + EXTENSION,
          data);
    }
  }

  /** The answer to a method about a task. */
  CompletionStage<ObjectNode> answer(String method, String taskId, Request call) {
    return switch (method) {
      case "tasks/get" -> get(taskId, call);
      case "tasks/update" -> update(taskId, call);
      default -> cancel(taskId, call);
    };
  }

  /** The answer to a tool call whose send waits. */
  CompletionStage<ObjectNode> create(String sendId, Request call) {
    return record(sendId, call)
        .thenApply(record -> task(record.path(STRUCTURED)).put("resultType", "task"));
  }

  /** The state of a task, with the result of its tool when it has ended. */
  private CompletionStage<ObjectNode> get(String taskId, Request call) {
    return record(taskId, call)
        .thenApply(
            record -> {
              ObjectNode task = task(record.path(STRUCTURED));
              if ("completed".equals(text(task, "status"))) {
                task.set("result", ended(record));
              }
              return task;
            });
  }

  /** Nothing is asked of clients during a task. */
  private CompletionStage<ObjectNode> update(String taskId, Request call) {
    return record(taskId, call).thenApply(record -> JsonNodeFactory.instance.objectNode());
  }

  /** Cancels the send, unless it is too late. */
  private CompletionStage<ObjectNode> cancel(String taskId, Request call) {
    return record(taskId, call)
        .thenCompose(record -> run("cancel_send", taskId, call))
        .thenApply(cancelled -> JsonNodeFactory.instance.objectNode());
  }

  /** The result of the tool {@code get_send}. */
  CompletionStage<ObjectNode> record(String sendId, Request call) {
    return run("get_send", sendId, call)
        .thenApply(
            record -> {
              if (!record.path(STRUCTURED).isObject()) {
                throw new RpcError(BAD_REQUEST, RpcError.INVALID_PARAMS, "there is no such task");
              }
              return record;
            });
  }

  private CompletionStage<ObjectNode> run(String tool, String sendId, Request call) {
    ObjectNode arguments = JsonNodeFactory.instance.objectNode().put("send_id", sendId);
    return catalog
        .get()
        .find(tool)
        .map(found -> runner.run(found, arguments, call))
        .orElseThrow(() -> new IllegalStateException("there is no tool " + tool));
  }

  private static ObjectNode task(JsonNode send) {
    String status = text(send, "status");
    boolean pending = PENDING.equals(status);
    ObjectNode task = JsonNodeFactory.instance.objectNode();
    task.put("taskId", text(send, "send_id"));
    task.put("status", pending ? "working" : "cancelled".equals(status) ? status : "completed");
    if (pending) {
      task.put("statusMessage", "A human has to approve the message.");
    }
    return task.put("createdAt", text(send, "created_at"))
        .put("lastUpdatedAt", text(send, "updated_at"))
        .putNull("ttlMs")
        .put("pollIntervalMs", POLL_MILLIS);
  }

  /**
   * The result of a sending tool, for a send about which a human has decided; an error when it will
   * not leave.
   *
   * @param record result of {@code get_send}
   */
  static ObjectNode ended(ObjectNode record) {
    JsonNode send = record.path(STRUCTURED);
    ObjectNode result = record.deepCopy();
    String status = text(send, "status");
    if (status == null || !LEAVING.contains(status)) {
      // The record says why.
      result.remove(STRUCTURED);
      return result.put("isError", true);
    }
    ObjectNode answer = result.putObject(STRUCTURED);
    for (String name : new String[] {"send_id", "message_id", "thread_id", "status", "send_at"}) {
      String value = text(send, name);
      if (value != null) {
        answer.put(name, value);
      }
    }
    answer.putArray("flags");
    result.putArray("content").addObject().put("type", "text").put("text", answer.toString());
    return result;
  }

  static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isString() ? value.stringValue() : null;
  }
}
