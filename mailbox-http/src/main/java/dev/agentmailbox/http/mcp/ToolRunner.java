package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.problem.Problem;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.TextRewrite;
import dev.agentmailbox.http.table.Request;
import dev.agentmailbox.http.table.Response;
import dev.agentmailbox.message.ModelText;
import dev.agentmailbox.mime.html.InvisibleText;
import dev.agentmailbox.port.StoreException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs a tool and writes its result: success as structured content with each untrusted string
 * fenced, and as text fenced as a whole; an error as a tool error with the problem document as
 * text. Invisible characters are removed from all results. Thread safe.
 */
final class ToolRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

  /** Says to clients that a result has text of strangers. */
  static final String UNTRUSTED = "dev.agentmailbox/untrusted";

  /** For operations without a declared response. */
  private static final Shape<?> NOTHING_KNOWN = Shapes.foreign();

  /** Made at the first call, so that a start does not wait for it. */
  private static final class Binding {
    /** Preserves the notation of numbers in metadata. */
    static final JsonMapper JSON =
        JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  }

  private final SecureRandom random;
  private final String docsUrl;

  ToolRunner(SecureRandom random, String docsUrl) {
    this.random = random;
    this.docsUrl = docsUrl;
  }

  /** The result object of {@code tools/call}; waiting tools complete it later. */
  CompletionStage<ObjectNode> run(Tool tool, ObjectNode arguments, Request outer) {
    try {
      Request call = ToolArguments.read(tool, arguments, outer);
      Response reply = tool.operation().run(call);
      CompletionStage<Response> later = reply.later();
      return later == null
          ? CompletableFuture.completedFuture(success(tool, reply))
          : later.handle(
              (made, failure) ->
                  failure == null ? success(tool, made) : error(tool, outer, failure));
    } catch (RuntimeException failure) {
      return CompletableFuture.completedFuture(error(tool, outer, failure));
    }
  }

  private ObjectNode success(Tool tool, Response reply) {
    byte[] body = reply.body();
    JsonNode answer =
        body == null ? JsonNodeFactory.instance.objectNode() : Binding.JSON.readTree(body);
    Shape<?> shape = tool.answer().orElse(NOTHING_KNOWN);
    UnaryOperator<String> visible = InvisibleText::removedFrom;
    String text = new TextRewrite(visible, visible).of(answer, shape).toString();
    ModelText fence = ModelText.of(text, random);
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    text(result, tool.showsStrangers() ? fence.around(text) : text);
    result.set(
        "structuredContent",
        new TextRewrite(visible, value -> fence.aroundValue(visible.apply(value)))
            .of(answer, shape));
    if (tool.showsStrangers()) {
      result.putObject("_meta").put(UNTRUSTED, true);
    }
    return result.put("isError", false);
  }

  /** No structured content: clients would validate it against the output schema. */
  private ObjectNode error(Tool tool, Request outer, Throwable failure) {
    MailboxException refusal = refusal(failure, outer.requestId());
    byte[] problem =
        new Problem(refusal, docsUrl, "/mcp#" + tool.name(), outer.requestId(), false).toJson();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    text(result, InvisibleText.removedFrom(new String(problem, StandardCharsets.UTF_8)));
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
