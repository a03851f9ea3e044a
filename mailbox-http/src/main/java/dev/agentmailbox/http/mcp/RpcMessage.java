package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.server.StrictJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A JSON-RPC 2.0 message from a client.
 *
 * @param id null for a notification, otherwise a string or an integer
 * @param method empty for a response, which is unexpected since the server sends no requests
 * @param params an empty object when absent
 */
record RpcMessage(@Nullable JsonNode id, String method, ObjectNode params) {
  private static final String NOTIFICATIONS = "notifications/";
  private static final int MALFORMED = 400;

  /**
   * Parses a body: one message or a batch.
   *
   * @throws RpcError when it is not JSON
   */
  static JsonNode parse(byte[] body) {
    JsonNode json = StrictJson.readFields(body, new FieldProblems());
    if (json == null) {
      throw new RpcError(MALFORMED, RpcError.PARSE, "the body is not valid JSON");
    }
    return json;
  }

  /**
   * Reads a message.
   *
   * @throws RpcError when it is none
   */
  static RpcMessage read(JsonNode json) {
    if (!(json instanceof ObjectNode object)) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "expected one JSON-RPC object");
    }
    JsonNode version = object.get("jsonrpc");
    JsonNode method = given(object, "method");
    boolean answer = method == null && (object.has("result") || object.has("error"));
    if (version == null
        || !version.isString()
        || !version.stringValue().equals(RpcError.VERSION)
        || (!answer && (method == null || !method.isString()))) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "jsonrpc must be 2.0");
    }
    boolean notification =
        method != null && method.isString() && method.stringValue().startsWith(NOTIFICATIONS);
    // Some hosts send "id": null with a notification, which has no id.
    JsonNode id = notification ? given(object, "id") : object.get("id");
    if (id != null && !id.isString() && !isInteger(id)) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "id must be a string or an integer");
    }
    return new RpcMessage(
        answer ? null : id, method == null ? "" : method.stringValue(), params(object));
  }

  boolean isRequest() {
    return id != null;
  }

  /** The response with this result. */
  ObjectNode answer(ObjectNode result) {
    ObjectNode answer = RpcError.envelope(id);
    answer.set("result", result);
    return answer;
  }

  private static boolean isInteger(JsonNode id) {
    return id.isNumber() && id.doubleValue() == Math.rint(id.doubleValue());
  }

  private static ObjectNode params(ObjectNode object) {
    JsonNode params = given(object, "params");
    if (params == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (params instanceof ObjectNode named) {
      return named;
    }
    throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "params must be an object");
  }

  /** The value of a member; null when it is absent or JSON null. */
  static @Nullable JsonNode given(ObjectNode object, String name) {
    JsonNode value = object.get(name);
    return value == null || value.isNull() ? null : value;
  }

  /** Omits the parameters. */
  @Override
  public String toString() {
    return "RpcMessage[" + method + "]";
  }
}
