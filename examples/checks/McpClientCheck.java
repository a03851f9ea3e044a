import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The Java SDK, unmodified: lists the tools, makes an inbox, sends twice with one key. */
class McpClientCheck {
  public static void main(String[] arguments) {
    HttpClientStreamableHttpTransport transport =
        HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + System.getenv("HTTP_PORT"))
            .endpoint("/mcp")
            .customizeClient(client -> {})
            .httpRequestCustomizer(
                (request, method, address, body, context) ->
                    request.header("Authorization", "Bearer " + System.getenv("KEY")))
            .build();
    try (McpSyncClient client = McpClient.sync(transport).build()) {
      client.initialize();
      int tools = client.listTools().tools().size();
      Object inbox = value(call(client, "create_inbox", Map.of()), "inbox_id");
      Map<String, Object> send =
          Map.of(
              "inbox_id", inbox,
              "to", List.of("a@example.com"),
              "subject", "from Java",
              "text", "hello",
              "idempotency_key", UUID.randomUUID().toString());
      Object first = value(call(client, "send_message", send), "send_id");
      Object again = value(call(client, "send_message", send), "send_id");
      CallToolResult wrong = call(client, "get_inbox", Map.of("inbox_id", "nobody@example.com"));
      boolean told = ((TextContent) wrong.content().get(0)).text().contains("\"not_found\"");
      boolean good = tools == 33 && first.equals(again) && wrong.isError() && told;
      System.out.println(
          (good ? "as it should" : "WRONG       ")
              + "  Java sdk: " + tools + " tools; a send repeated with its key is one send; a refusal is told");
      System.exit(good ? 0 : 1);
    }
  }

  private static CallToolResult call(McpSyncClient client, String tool, Map<String, Object> arguments) {
    return client.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
  }

  private static Object value(CallToolResult result, String member) {
    return ((Map<?, ?>) result.structuredContent()).get(member);
  }
}
