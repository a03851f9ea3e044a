package dev.agentmailbox.examples.mcp;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls the tools of a server over the Model Context Protocol with only the JDK and a JSON library:
 * the server is stateless, so each call is independent. Thread safe.
 */
public final class ToolClient {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final AtomicLong ids = new AtomicLong();
  private final URI address;
  private final String key;

  /**
   * Creates a client.
   *
   * @param address {@code http://localhost:8080/mcp}
   */
  public ToolClient(URI address, String key) {
    this.address = address;
    this.key = key;
  }

  /** A tool returned an error; the text is the problem document. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String problem) {
      super(problem);
    }
  }

  /** The names of the tools that the key may use. */
  public List<String> tools() throws IOException, InterruptedException {
    return ask("tools/list", Map.of())
        .path("tools")
        .valueStream()
        .map(tool -> tool.path("name").asString())
        .toList();
  }

  // region call-tool
  /** Calls a tool and returns its structured result. */
  public JsonNode call(String tool, Map<String, ?> arguments)
      throws IOException, InterruptedException, Refused {
    JsonNode result = ask("tools/call", Map.of("name", tool, "arguments", arguments));
    if (result.path("isError").asBoolean()) {
      throw new Refused(result.path("content").path(0).path("text").asString());
    }
    return result.path("structuredContent");
  }

  private JsonNode ask(String method, Map<String, ?> params)
      throws IOException, InterruptedException {
    Map<String, Object> message =
        Map.of("jsonrpc", "2.0", "id", ids.incrementAndGet(), "method", method, "params", params);
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2025-11-25")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    JsonMapper.shared().writeValueAsString(message)))
            .build();
    HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    JsonNode json = JsonMapper.shared().readTree(answer.body());
    if (!json.path("result").isObject()) {
      throw new IOException("the server responded " + answer.statusCode());
    }
    return json.path("result");
  }
  // endregion
}
