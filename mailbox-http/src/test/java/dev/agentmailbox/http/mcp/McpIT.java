package dev.agentmailbox.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Model Context Protocol as its clients speak it, in both eras. */
class McpIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  @AutoClose private MailboxFixture fixture;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    fixture.post("/v0/inboxes", "{\"username\":\"orders\"}");
  }

  private HttpResponse<String> post(String key, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        fixture
            .request("/mcp")
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::header);
    // Not through the fixture: refusals here are JSON-RPC, which no row describes.
    return TestServer.send(request);
  }

  private HttpResponse<String> legacy(String body) {
    return post(fixture.key, body, Map.of());
  }

  private static String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  private JsonNode call(String tool, String arguments) {
    HttpResponse<String> answer =
        legacy(
            request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}"));
    assertEquals(200, answer.statusCode(), answer.body());
    return JSON.readTree(answer.body()).get("result");
  }

  private static int code(HttpResponse<String> answer) {
    return JSON.readTree(answer.body()).get("error").get("code").intValue();
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").stringValue();
  }

  private static String unfenced(JsonNode value) {
    return value.stringValue().replaceAll("</?untrusted [0-9a-f]{32}>", "");
  }

  private void deliver(String subject, String text) {
    Caller owner = fixture.mailbox.owner();
    Inbox inbox = fixture.mailbox.inboxes().get(owner, "orders@agents.localhost");
    fixture.mailbox.agent().deliver("customer@example.com", inbox, subject, text);
  }

  @Test
  void an_old_client_shakes_hands_and_lists_tools() {
    JsonNode hello =
        JSON.readTree(
            legacy(
                    request(
                        "initialize", "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}"))
                .body());
    assertEquals("2025-06-18", hello.get("result").get("protocolVersion").stringValue());
    JsonNode newer =
        JSON.readTree(legacy(request("initialize", "{\"protocolVersion\":\"2099-01-01\"}")).body());
    assertEquals("2025-11-25", newer.get("result").get("protocolVersion").stringValue());
    assertEquals(
        202, legacy("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}").statusCode());
    JsonNode tools =
        JSON.readTree(legacy(request("tools/list", "{}")).body()).get("result").get("tools");
    assertTrue(tools.size() >= 25, tools.size() + " tools");
    for (JsonNode tool : tools) {
      String text = tool.get("description").stringValue();
      assertTrue(text.contains(". Use it ") && text.contains(" Returns "), text);
      JsonNode hints = tool.get("annotations");
      for (String hint :
          List.of("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")) {
        assertTrue(hints.get(hint).isBoolean(), tool.get("name") + " " + hint);
      }
      String schemas = tool.get("inputSchema").toString() + tool.get("outputSchema");
      assertFalse(
          schemas.contains("$ref") || schemas.contains("anyOf") || schemas.contains("oneOf"));
      assertFalse(schemas.contains("\"type\":["), tool.get("name") + " has a value of two types");
      assertFalse(tool.get("inputSchema").get("additionalProperties").booleanValue());
    }
  }

  @Test
  void a_new_client_discovers_and_its_headers_must_agree_with_the_body() {
    String discover = request("server/discover", "{" + META + "}");
    Map<String, String> headers =
        Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "server/discover");
    JsonNode result = JSON.readTree(post(fixture.key, discover, headers).body()).get("result");
    assertEquals("complete", result.get("resultType").stringValue());
    assertEquals("2026-07-28", result.get("supportedVersions").get(0).stringValue());
    assertEquals("private", result.get("cacheScope").stringValue());
    HttpResponse<String> without = post(fixture.key, discover, Map.of());
    assertEquals(400, without.statusCode());
    assertEquals(-32020, code(without));
    HttpResponse<String> other =
        post(
            fixture.key,
            discover,
            Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"));
    assertEquals(-32020, code(other));
    HttpResponse<String> unknown =
        post(
            fixture.key,
            request("prompts/list", "{" + META + "}"),
            Map.of("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "prompts/list"));
    assertEquals(404, unknown.statusCode());
    assertEquals(-32601, code(unknown));
    HttpResponse<String> future =
        post(
            fixture.key,
            discover.replace("2026-07-28", "2031-01-01"),
            Map.of("MCP-Protocol-Version", "2031-01-01", "Mcp-Method", "server/discover"));
    assertEquals(-32022, code(future));
  }

  @Test
  void a_new_client_calls_a_tool_by_an_encoded_name() {
    String call =
        request("tools/call", "{\"name\":\"list_inboxes\",\"arguments\":{}," + META + "}");
    HttpResponse<String> answer =
        post(
            fixture.key,
            call,
            Map.of(
                "MCP-Protocol-Version", "2026-07-28",
                "Mcp-Method", "tools/call",
                "Mcp-Name", "=?base64?bGlzdF9pbmJveGVz?="));
    JsonNode result = JSON.readTree(answer.body()).get("result");
    assertEquals(1, result.get("structuredContent").get("count").intValue());
    assertEquals("complete", result.get("resultType").stringValue());
  }

  @Test
  void what_is_no_single_message_is_told_in_json_rpc() {
    assertEquals(-32700, code(legacy("{")));
    assertEquals(-32600, code(legacy("[]")));
    assertEquals(-32600, code(legacy("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}")));
    assertEquals(-32600, code(legacy("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}")));
    assertEquals(-32601, code(legacy(request("resources/list", "{}"))));
    assertEquals(-32602, code(legacy(request("tools/call", "{\"name\":\"nothing\"}"))));
    assertEquals(
        400,
        post(fixture.key, request("ping", "{}"), Map.of("MCP-Protocol-Version", "1")).statusCode());
  }

  @Test
  void only_pages_of_our_own_may_ask() {
    String ping = request("ping", "{}");
    assertEquals(
        200, post(fixture.key, ping, Map.of("Origin", "http://localhost:8080")).statusCode());
    HttpResponse<String> foreign = post(fixture.key, ping, Map.of("Origin", "http://evil.example"));
    assertEquals(403, foreign.statusCode());
    assertTrue(foreign.body().contains("origin_mismatch"));
  }

  // spec NamedEndpoints.12
  @Test
  void without_a_key_a_human_is_pointed_to_the_beta() {
    HttpResponse<String> answer =
        fixture.send(
            fixture
                .request("/mcp")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(request("ping", "{}"))));
    assertEquals(401, answer.statusCode());
    assertTrue(
        answer.headers().firstValue("www-authenticate").get().contains("resource_metadata="));
    assertTrue(
        MailboxFixture.json(answer)
            .get("human_message")
            .get("en")
            .stringValue()
            .contains("/v0/beta"));
    assertTrue(
        MailboxFixture.json(answer)
            .get("human_message")
            .get("en")
            .stringValue()
            .contains("from you. See http://localhost:8080/v0/beta for"));
    assertFalse(answer.headers().firstValue("www-authenticate").get().contains("error="));
    assertEquals(405, fixture.get("/mcp").statusCode());
  }

  @Test
  void a_tool_is_listed_and_runs_only_with_its_permission() {
    String key = fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ));
    assertEquals(List.of("list_inboxes", "get_inbox", "auth_me"), tools(key));
    HttpResponse<String> refused =
        post(key, request("tools/call", "{\"name\":\"create_inbox\",\"arguments\":{}}"), Map.of());
    JsonNode result = JSON.readTree(refused.body()).get("result");
    assertTrue(result.get("isError").booleanValue());
    assertFalse(result.has("structuredContent"));
    assertTrue(text(result).contains("missing_permission"));
  }

  @Test
  void forwarding_is_listed_only_for_a_key_that_may_read_mail() {
    EnumSet<Permission> sending = EnumSet.of(Permission.MESSAGE_SEND);
    assertFalse(
        tools(fixture.keyWith(fixture.organization(), sending)).contains("forward_message"));
    sending.add(Permission.MESSAGE_READ);
    assertTrue(tools(fixture.keyWith(fixture.organization(), sending)).contains("forward_message"));
  }

  private List<String> tools(String key) {
    JsonNode tools =
        JSON.readTree(post(key, request("tools/list", "{}"), Map.of()).body())
            .get("result")
            .get("tools");
    return StreamSupport.stream(tools.spliterator(), false)
        .map(tool -> tool.get("name").stringValue())
        .toList();
  }

  @Test
  void wrong_arguments_are_a_tool_error_that_lists_every_problem() {
    JsonNode result =
        call("send_message", "{\"inbox_id\":\"orders@agents.localhost\",\"nonsense\":1}");
    assertTrue(result.get("isError").booleanValue());
    String text = text(result);
    assertTrue(text.contains("validation_error") && text.contains("nonsense"), text);
    assertTrue(text.contains("idempotency_key") && text.contains("\"to\""), text);
  }

  @Test
  void long_mail_is_read_in_parts_inside_a_fence() {
    deliver("Long", "0123456789".repeat(500) + "\u200b");
    JsonNode list = call("list_messages", "{\"inbox_id\":\"orders@agents.localhost\"}");
    String id =
        list.get("structuredContent").get("messages").get(0).get("message_id").stringValue();
    StringBuilder whole = new StringBuilder();
    int offset = 0;
    while (true) {
      JsonNode part =
          call(
              "get_message",
              "{\"inbox_id\":\"orders@agents.localhost\",\"message_id\":\""
                  + id
                  + "\",\"max_chars\":999,\"offset\":"
                  + offset
                  + "}");
      assertTrue(text(part).contains("<untrusted "));
      JsonNode read = part.get("structuredContent");
      assertTrue(read.get("hidden_text").booleanValue());
      whole.append(unfenced(read.get("content")));
      if (!read.has("next_offset")) {
        break;
      }
      offset = read.get("next_offset").intValue();
    }
    assertEquals("0123456789".repeat(500), whole.toString().strip());
  }

  @Test
  void a_wait_ends_when_mail_comes_and_when_it_does_not() throws Exception {
    JsonNode nothing =
        call(
            "wait_for_message", "{\"inbox_id\":\"orders@agents.localhost\",\"timeout_seconds\":1}");
    assertTrue(nothing.get("structuredContent").get("timed_out").booleanValue());
    String cursor = nothing.get("structuredContent").get("cursor").stringValue();
    deliver("Between", "came between two calls");
    JsonNode between =
        call(
            "wait_for_message",
            "{\"inbox_id\":\"orders@agents.localhost\",\"after\":\"" + cursor + "\"}");
    JsonNode message = between.get("structuredContent").get("message");
    assertEquals("Between", unfenced(message.get("subject")));
    String next = between.get("structuredContent").get("cursor").stringValue();
    CompletableFuture<JsonNode> waiting =
        CompletableFuture.supplyAsync(
            () ->
                call(
                    "wait_for_message",
                    "{\"inbox_id\":\"orders@agents.localhost\",\"from\":\"customer\",\"after\":\""
                        + next
                        + "\"}"));
    deliver("Code", "Your code is 123456");
    JsonNode found = waiting.get(10, TimeUnit.SECONDS).get("structuredContent");
    assertTrue(found.get("message").get("content").stringValue().contains("123456"));
  }

  @Test
  void an_empty_text_clears_what_may_be_cleared() {
    String inbox = "{\"inbox_id\":\"orders@agents.localhost\",\"display_name\":";
    JsonNode named = call("update_inbox", inbox + "\"Orders\"}").get("structuredContent");
    assertEquals("Orders", named.get("display_name").stringValue());
    assertFalse(call("update_inbox", inbox + "\"\"}").get("structuredContent").has("display_name"));
  }

  @Test
  void labels_are_read_and_changed_by_one_tool() {
    deliver("Labels", "text");
    JsonNode list = call("list_messages", "{\"inbox_id\":\"orders@agents.localhost\"}");
    JsonNode message = list.get("structuredContent").get("messages").get(0);
    String target =
        "\"inbox_id\":\"orders@agents.localhost\",\"message_id\":\""
            + message.get("message_id").stringValue()
            + "\"";
    call("update_labels", "{" + target + ",\"add_labels\":[\"vip\"]}");
    JsonNode labels =
        call("list_labels", "{" + target + "}").get("structuredContent").get("labels");
    assertTrue(labels.toString().contains("vip"));
    assertTrue(
        call("list_labels", "{\"inbox_id\":\"orders@agents.localhost\"}")
            .get("isError")
            .booleanValue());
  }

  // spec SendEndpoints.5, LabelChanges.3, UsageEndpoints.6
  @Test
  void the_tools_of_the_specification_are_there_and_usage_is_the_same_object() {
    assertTrue(
        tools(fixture.key)
            .containsAll(
                List.of(
                    "send_message",
                    "reply_to_message",
                    "reply_all_message",
                    "forward_message",
                    "list_labels",
                    "update_labels")));
    JsonNode usage = call("get_usage", "{\"from\":\"2026-01-01\",\"to\":\"2026-01-02\"}");
    assertEquals(
        MailboxFixture.json(fixture.get("/v0/usage?from=2026-01-01&to=2026-01-02")),
        usage.get("structuredContent"));
  }

  @Test
  void the_problems_of_form_and_values_are_listed_at_once() {
    List<String> paths = new ArrayList<>();
    JSON.readTree(text(call("send_message", "{\"to\":[\"no address\"],\"subject\":7}")))
        .get("errors")
        .forEach(error -> paths.add(error.get("path").stringValue()));
    assertEquals(List.of("inbox_id", "idempotency_key", "subject", "to[0]"), paths);
  }
}
