package dev.agentmailbox.http.mcp;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A JSON-RPC 2.0 error (section 5.1) and its HTTP status. */
final class RpcError extends RuntimeException {
  static final String VERSION = "2.0";
  static final int PARSE = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int UNKNOWN_METHOD = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int HEADER_MISMATCH = -32020;
  static final int MISSING_CAPABILITY = -32021;
  static final int UNSUPPORTED_VERSION = -32022;

  private static final long serialVersionUID = 1L;

  private final int status;
  private final int code;
  private final transient @Nullable ObjectNode data;

  RpcError(int status, int code, String message) {
    this(status, code, message, null);
  }

  RpcError(int status, int code, String message, @Nullable ObjectNode data) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.data = data;
  }

  int status() {
    return status;
  }

  /** The response with this error. */
  ObjectNode answer(@Nullable JsonNode id) {
    ObjectNode answer = envelope(id);
    ObjectNode error = answer.putObject("error").put("code", code).put("message", getMessage());
    if (data != null) {
      error.set("data", data);
    }
    return answer;
  }

  /** A response without result or error. */
  static ObjectNode envelope(@Nullable JsonNode id) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", VERSION);
    answer.set("id", id == null ? JsonNodeFactory.instance.nullNode() : id);
    return answer;
  }
}
