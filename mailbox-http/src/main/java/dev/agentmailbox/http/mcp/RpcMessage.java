package dev.agentmailbox.http.mcp;

import dev.agentmailbox.error.FieldProblems;
import dev.agentmailbox.http.server.StrictJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One JSON-RPC 2.0 message of a client.
 *
 * @param id null for a notification, otherwise a string or an integer
 * @param method empty for an answer to a request of ours, of which there are none
 * @param params an empty object when there are none
 */
record RpcMessage(@Nullable JsonNode id, String method, ObjectNode params) {
  private static final String VERSION = "2.0";
  private static final int MALFORMED = 400;

  /**
   * Reads a body.
   *
   * @throws RpcError when it is not one message
   */
  static RpcMessage read(byte[] body) {
    FieldProblems problems = new FieldProblems();
    JsonNode json = StrictJson.readFields(body, problems);
    if (json == null) {
      throw new RpcError(MALFORMED, RpcError.PARSE, "the body is not valid JSON");
    }
    if (!(json instanceof ObjectNode object)) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "one JSON-RPC object is expected");
    }
    JsonNode version = object.get("jsonrpc");
    JsonNode method = object.get("method");
    boolean answer = method == null && (object.has("result") || object.has("error"));
    if (version == null
        || !version.isString()
        || !version.stringValue().equals(VERSION)
        || (!answer && (method == null || !method.isString()))) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "this is not JSON-RPC 2.0");
    }
    JsonNode id = object.get("id");
    if (id != null && !id.isString() && !id.isIntegralNumber()) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "id is a string or an integer");
    }
    return new RpcMessage(
        answer ? null : id, method == null ? "" : method.stringValue(), params(object));
  }

  boolean isRequest() {
    return id != null;
  }

  private static ObjectNode params(ObjectNode object) {
    JsonNode params = object.get("params");
    if (params == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (params instanceof ObjectNode named) {
      return named;
    }
    throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "params is an object");
  }

  /** Says nothing of the parameters. */
  @Override
  public String toString() {
    return "RpcMessage[" + method + "]";
  }
}
