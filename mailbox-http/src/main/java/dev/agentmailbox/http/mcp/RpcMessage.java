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
  private static final String VERSION = "2.0";
  private static final int MALFORMED = 400;

  /**
   * Parses a body.
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
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "expected one JSON-RPC object");
    }
    JsonNode version = object.get("jsonrpc");
    JsonNode method = object.get("method");
    boolean answer = method == null && (object.has("result") || object.has("error"));
    if (version == null
        || !version.isString()
        || !version.stringValue().equals(VERSION)
        || (!answer && (method == null || !method.isString()))) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "jsonrpc must be 2.0");
    }
    JsonNode id = object.get("id");
    if (id != null && !id.isString() && !id.isIntegralNumber()) {
      throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "id must be a string or an integer");
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
    throw new RpcError(MALFORMED, RpcError.INVALID_REQUEST, "params must be an object");
  }

  /** Omits the parameters. */
  @Override
  public String toString() {
    return "RpcMessage[" + method + "]";
  }
}
