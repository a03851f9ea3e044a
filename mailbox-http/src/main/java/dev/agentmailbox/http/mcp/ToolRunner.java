package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.http.table.Call;
import dev.agentmailbox.http.table.Reply;
import dev.agentmailbox.port.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/**
 * Runs a tool and writes its result: success as structured content and the same as fenced text, a
 * refusal as a tool error with our problem object as text. Thread safe.
 */
final class ToolRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

  private final Fence fence;
  private final String docsUrl;

  ToolRunner(Fence fence, String docsUrl) {
    this.fence = fence;
    this.docsUrl = docsUrl;
  }

  /** The result object of {@code tools/call}; a tool that waits completes it later. */
  CompletionStage<ObjectNode> run(Tool tool, ObjectNode arguments, Call outer) {
    try {
      Call call = ToolArguments.read(tool, arguments, outer);
      Reply reply = tool.operation().run(call);
      CompletionStage<Reply> later = reply.later();
      return later == null
          ? CompletableFuture.completedFuture(success(tool, reply))
          : later.handle(
              (made, failure) ->
                  failure == null ? success(tool, made) : error(tool, outer, failure));
    } catch (RuntimeException failure) {
      return CompletableFuture.completedFuture(error(tool, outer, failure));
    }
  }

  private ObjectNode success(Tool tool, Reply reply) {
    byte[] body = reply.body();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    String text = body == null ? "{}" : new String(body, StandardCharsets.UTF_8);
    text(result, tool.showsMail() ? fence.around(text) : text);
    // Written by a view just now: it is an object, and need not be read to be written again.
    result.putRawValue("structuredContent", new RawValue(text));
    return result.put("isError", false);
  }

  /** Without structured content: a client would hold it against the output schema. */
  private ObjectNode error(Tool tool, Call outer, Throwable failure) {
    MailboxException refusal = refusal(failure, outer.requestId());
    byte[] problem =
        new Problem(refusal, docsUrl, "/mcp#" + tool.name(), outer.requestId()).toJson();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    text(result, new String(problem, StandardCharsets.UTF_8));
    return result.put("isError", true);
  }

  private static MailboxException refusal(Throwable failure, String requestId) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof MailboxException refusal && refusal.code() != ErrorCode.INTERNAL_ERROR) {
      return refusal;
    }
    LOG.error("request {}: a tool failed", requestId, cause);
    return cause instanceof StoreException
        ? MailboxException.of(
            ErrorCode.UPSTREAM_UNAVAILABLE, "the store is temporarily unavailable")
        : MailboxException.of(ErrorCode.INTERNAL_ERROR, "internal error");
  }

  private static void text(ObjectNode result, String text) {
    result.putArray("content").addObject().put("type", "text").put("text", text);
  }
}
