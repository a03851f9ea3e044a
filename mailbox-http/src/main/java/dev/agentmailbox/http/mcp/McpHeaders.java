package dev.agentmailbox.http.mcp;

import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.table.Request;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Header fields of the transport. They repeat values of the body for proxies and must match. */
final class McpHeaders {
  static final Field<String> VERSION = header("MCP-Protocol-Version");
  static final Field<String> METHOD = header("Mcp-Method");
  static final Field<String> NAME = header("Mcp-Name");
  static final Field<String> ORIGIN = header("Origin");

  private static final int BAD_REQUEST = 400;

  private McpHeaders() {}

  /**
   * Compares a header with the body.
   *
   * @throws RpcError they differ
   */
  static void require(Request call, Field<String> header, String expected) {
    String given = call.find(header).map(McpHeaders::decoded).orElse(null);
    if (!expected.equals(given)) {
      throw new RpcError(
          BAD_REQUEST,
          RpcError.HEADER_MISMATCH,
          "the header " + header.name() + " must match the body");
    }
  }

  /** Decodes a value, which is {@code =?base64?…?=} unless plain header text. */
  private static String decoded(String value) {
    if (!value.startsWith("=?base64?") || !value.endsWith("?=")) {
      return value;
    }
    try {
      byte[] bytes =
          Base64.getDecoder().decode(value.substring("=?base64?".length(), value.length() - 2));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notBase64) {
      return value;
    }
  }

  private static Field<String> header(String name) {
    return Field.header(name, Shapes.text());
  }
}
