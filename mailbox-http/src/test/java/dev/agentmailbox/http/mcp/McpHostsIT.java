package dev.agentmailbox.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The Model Context Protocol as hosts really speak it: beyond its schemas, or in old revisions. */
class McpHostsIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String INBOX = "\"inbox_id\":\"orders@agents.localhost\"";
  private static final Map<String, String> WITH_BATCHES =
      Map.of("MCP-Protocol-Version", "2025-03-26");

  @AutoClose private MailboxFixture fixture = opened(MailboxFixture.start());

  private static MailboxFixture opened(MailboxFixture made) {
    made.mailbox.agent().createInbox("orders");
    return made;
  }

  private HttpResponse<String> post(String body, Map<String, String> headers) {
    var request =
        fixture
            .request("/mcp")
            .header("Authorization", "Bearer " + fixture.key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return TestServer.send(request);
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static String toolCall(String tool, String arguments) {
    return request(7, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
  }

  private JsonNode call(String tool, String arguments) {
    HttpResponse<String> answer = post(toolCall(tool, arguments), Map.of());
    assertEquals(200, answer.statusCode(), answer.body());
    return JSON.readTree(answer.body()).get("result");
  }

  private JsonNode done(String tool, String arguments) {
    JsonNode result = call(tool, arguments);
    assertFalse(result.get("isError").booleanValue(), result.toString());
    return result.get("structuredContent");
  }

  private JsonNode refused(String tool, String arguments) {
    JsonNode result = call(tool, arguments);
    assertTrue(result.get("isError").booleanValue(), result.toString());
    return JSON.readTree(result.get("content").get(0).get("text").stringValue());
  }

  private static List<String> paths(JsonNode problem) {
    List<String> paths = new ArrayList<>();
    problem.get("errors").forEach(error -> paths.add(error.get("path").stringValue()));
    return paths;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":{\"cursor\":null}}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\",\"params\":{\"cursor\":\"\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":7.0,\"method\":\"ping\",\"params\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
            + "\"params\":{\"name\":\"list_inboxes\",\"arguments\":null,\"_meta\":null}}"
      })
  void null_stands_for_an_optional_member_of_a_request(String body) {
    HttpResponse<String> answer = post(body, Map.of());
    assertEquals(200, answer.statusCode(), answer.body());
    assertTrue(JSON.readTree(answer.body()).has("result"), answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"params\":null", "\"id\":null", "\"id\":null,\"params\":null"})
  void null_stands_for_an_optional_member_of_a_notification(String member) {
    HttpResponse<String> answer =
        post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"," + member + "}",
            Map.of());
    assertEquals(202, answer.statusCode(), answer.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          list_inboxes     | {"limit":null,"page_token":null,"ascending":null}
          list_inboxes     | {"limit":"","page_token":"","ascending":""}
          list_inboxes     | {"limit":5.0}
          list_inboxes     | {"limit":5e0}
          list_threads     | {"inbox_id":"","labels":"","before":"","limit":null}
          list_drafts      | {"inbox_id":null,"after":""}
          list_events      | {"after":"","types":null,"inbox_ids":"","limit":10.0}
          get_usage        | {"from":"","to":null}
          create_inbox     | {"username":"","domain":"","display_name":"","client_id":"","pod_id":"","metadata":null}
          wait_for_message | {"inbox_id":"orders@agents.localhost","from":"","after":"","timeout_seconds":1.0}
          create_draft     | {"inbox_id":"orders@agents.localhost","to":["a@example.com"],"cc":"","send_at":"","in_reply_to":"","forward_of":null,"reply_all":"","attachments":null,"idempotency_key":""}
          check_message    | {"inbox_id":"orders@agents.localhost","to":"a@example.com","text":"Hi","bcc":"","send_at":null,"attachments":[{"content":"YQ==","content_id":"","draft_attachment_id":"","content_disposition":null}]}
          """)
  void an_option_that_is_not_set_may_be_null_or_empty_and_an_integer_may_have_a_point(
      String tool, String arguments) {
    done(tool, arguments);
  }

  @Test
  void an_integer_with_a_fraction_and_a_number_in_a_text_are_refused() {
    for (String value : List.of("5.5", "\"5\"", "1e300")) {
      assertEquals(List.of("limit"), paths(refused("list_inboxes", "{\"limit\":" + value + "}")));
    }
    assertEquals(
        List.of("to[1]", "text"),
        paths(
            refused(
                "check_message",
                "{" + INBOX + ",\"to\":[\"a@example.com\",null],\"text\":7,\"cc\":null}")));
  }

  @Test
  void a_required_argument_that_is_null_is_missing() {
    JsonNode problem =
        refused("send_message", "{\"inbox_id\":null,\"to\":null,\"idempotency_key\":null}");
    assertEquals(List.of("inbox_id", "idempotency_key", "to"), paths(problem));
    problem.get("errors").forEach(e -> assertEquals("is required", e.get("message").stringValue()));
  }

  @Test
  void null_leaves_a_field_unchanged_and_an_empty_text_clears_it() {
    done("update_inbox", "{" + INBOX + ",\"display_name\":\"Orders\"}");
    JsonNode kept =
        done("update_inbox", "{" + INBOX + ",\"display_name\":null,\"metadata\":{\"a\":\"\"}}");
    assertEquals("Orders", kept.get("display_name").stringValue());
    assertEquals("", kept.get("metadata").get("a").stringValue());
    assertFalse(
        done("update_inbox", "{" + INBOX + ",\"display_name\":\"\",\"metadata\":null}")
            .has("display_name"));
  }

  @Test
  void a_send_repeated_with_its_options_filled_in_is_the_same_send() {
    String mail = INBOX + ",\"to\":[\"a@example.com\"],\"text\":\"hello\"";
    String key = ",\"idempotency_key\":\"k-1\"";
    String first = done("send_message", "{" + mail + key + "}").get("send_id").stringValue();
    JsonNode again =
        done(
            "send_message",
            "{"
                + mail.replace("orders@", "ORDERS@")
                + ",\"cc\":null,\"html\":\"\",\"send_at\":null"
                + key
                + "}");
    assertEquals(first, again.get("send_id").stringValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          list_inboxes | {"limits":5} | Known fields: limit, page_token, ascending.
          get_send     | {"send_id":"out_1","id":1} | Known fields: send_id.
          auth_me      | {"verbose":true} | This request has no fields.
          cancel_send  | {"send_id":"out_1","reason":"x"} | Known fields: send_id, idempotency_key.
          get_usage    | {"since":"2026-01-01"} | Known fields: from, to.
          """)
  void a_hint_names_every_argument_of_the_tool(String tool, String arguments, String hint) {
    assertEquals(hint, refused(tool, arguments).get("fix").stringValue());
  }

  private JsonNode batch(Map<String, String> headers, String... messages) {
    HttpResponse<String> answer = post(Arrays.toString(messages), headers);
    assertEquals(200, answer.statusCode(), answer.body());
    return JSON.readTree(answer.body());
  }

  @Test
  void a_batch_of_the_revision_with_batches_is_answered_in_order() {
    JsonNode answers =
        batch(
            WITH_BATCHES,
            request(1, "ping", "{}"),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            request(2, "tools/call", "{\"name\":\"list_inboxes\",\"arguments\":{}}"),
            request(3, "prompts/list", "{}"),
            request(4, "initialize", "{\"protocolVersion\":\"2025-03-26\"}"),
            "5");
    assertEquals(5, answers.size(), answers.toString());
    assertTrue(answers.get(0).get("result").isEmpty());
    assertEquals(1, answers.get(1).get("result").get("structuredContent").get("count").intValue());
    assertEquals(-32601, answers.get(2).get("error").get("code").intValue());
    assertEquals(4, answers.get(3).get("id").intValue());
    assertEquals(-32600, answers.get(3).get("error").get("code").intValue());
    assertTrue(answers.get(4).get("id").isNull());
    // Its clients need not name the revision.
    assertEquals(1, batch(Map.of(), request(1, "ping", "{}")).size());
  }

  @Test
  void a_batch_waits_for_its_slowest_call() {
    String wait = toolCall("wait_for_message", "{" + INBOX + ",\"timeout_seconds\":1}");
    JsonNode answers = batch(WITH_BATCHES, wait, request(2, "ping", "{}"));
    assertTrue(
        answers.get(0).get("result").get("structuredContent").get("timed_out").booleanValue());
    assertEquals(2, answers.get(1).get("id").intValue());
  }

  @Test
  void a_batch_without_requests_has_no_answer() {
    String note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    assertEquals(202, post("[" + note + "," + note + "]", WITH_BATCHES).statusCode());
  }

  @Test
  void later_revisions_have_no_batches_and_a_batch_has_a_limit() {
    String ping = request(1, "ping", "{}");
    for (String version : List.of("2025-06-18", "2025-11-25", "2026-07-28")) {
      HttpResponse<String> refused =
          post("[" + ping + "]", Map.of("MCP-Protocol-Version", version));
      assertEquals(400, refused.statusCode());
      assertTrue(refused.body().contains("-32600"), refused.body());
    }
    String many = "[" + String.join(",", Collections.nCopies(21, ping)) + "]";
    assertEquals(400, post(many, WITH_BATCHES).statusCode());
  }

  // spec Rates.1
  @Test
  void each_call_of_a_batch_counts_against_the_limit_of_the_key() {
    fixture.close();
    fixture = opened(MailboxFixture.start(settings -> settings.withRates(5, 0)));
    String ping = request(1, "ping", "{}");
    assertEquals(
        200, post("[" + String.join(",", ping, ping, ping) + "]", WITH_BATCHES).statusCode());
    HttpResponse<String> refused =
        post("[" + String.join(",", ping, ping, ping) + "]", WITH_BATCHES);
    assertEquals(429, refused.statusCode());
    assertTrue(refused.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void the_version_of_the_server_is_that_of_the_product() {
    JsonNode hello =
        JSON.readTree(post(request(1, "initialize", "{}"), Map.of()).body()).get("result");
    String version = hello.get("serverInfo").get("version").stringValue();
    assertTrue(version.matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"), version);
  }

  @Test
  void a_wrong_key_is_named_as_the_error() {
    HttpResponse<String> refused =
        post(request(1, "ping", "{}"), Map.of("Authorization", "Bearer sk_wrong"));
    String challenge = refused.headers().firstValue("www-authenticate").orElseThrow();
    assertTrue(challenge.startsWith("Bearer error=\"invalid_token\", "), challenge);
    assertTrue(challenge.contains("resource_metadata=\"http"), challenge);
  }
}
