package dev.agentmailbox.http.mcp;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A send that waits for a human, in a chat whose client shows addresses to its user. */
class ApprovalPromptIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
  private static final String SHOWS = "{\"elicitation\":{\"url\":{}}}";

  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();
  private final String owner = fixture.signIn(fixture.human(Role.OWNER));

  @BeforeEach
  void prepare() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"desk\"}"));
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
  }

  private JsonNode task(String method, String taskId, String capabilities) {
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"%s","params":{"taskId":"%s","inputResponses":{},
          "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":%s}}}"""
            .formatted(method, taskId, capabilities);
    return post(method, taskId, body);
  }

  private JsonNode call(String capabilities, String more) {
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send_message","arguments":{
          "inbox_id":"desk@agents.localhost","to":["bob@client.example"],"subject":"Hi",
          "text":"Hello","idempotency_key":"k1"},
          "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":%s}%s}}"""
            .formatted(capabilities, more);
    return post("tools/call", "send_message", body).get("result");
  }

  private JsonNode post(String method, String name, String body) {
    HttpRequest.Builder request =
        fixture
            .request("/mcp")
            .header("Authorization", "Bearer " + fixture.key)
            .header("Content-Type", "application/json")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method)
            .header("Mcp-Name", name)
            .POST(BodyPublishers.ofString(body));
    return JSON.readTree(TestServer.send(request).body());
  }

  private static String again(JsonNode asked) {
    return ",\"requestState\":"
        + asked.get("requestState")
        + ",\"inputResponses\":{\"approval\":{\"action\":\"accept\"}}";
  }

  private String pending() {
    return "/v0/approvals/"
        + ok(fixture.as(owner, "GET", "/v0/approvals?status=pending", null))
            .get("approvals")
            .get(0)
            .get("approval_id")
            .stringValue();
  }

  @Test
  void the_user_is_shown_the_review_and_the_call_ends_with_the_decision() {
    JsonNode asked = call(SHOWS, "");
    assertEquals("input_required", asked.get("resultType").stringValue());
    JsonNode request = asked.get("inputRequests").get("approval");
    assertEquals("elicitation/create", request.get("method").stringValue());
    JsonNode params = request.get("params");
    assertEquals("url", params.get("mode").stringValue());
    String path = pending();
    assertEquals(
        "http://localhost:8080/console" + path.substring("/v0".length()),
        params.get("url").stringValue());
    JsonNode waits = call(SHOWS, again(asked));
    assertEquals("complete", waits.get("resultType").stringValue());
    assertEquals("pending_approval", waits.get("structuredContent").get("status").stringValue());
    ok(fixture.as(owner, "POST", path + "/approve", "{}"));
    JsonNode sent = sent(again(asked));
    assertTrue(sent.has("message_id"), sent.toString());
    assertFalse(sent.has("approval_id"), sent.toString());
    assertEquals(asked.get("requestState"), sent.get("send_id"));
  }

  /** The result once the outbox has handed it over. */
  private JsonNode sent(String more) {
    JsonNode send = call(SHOWS, more).get("structuredContent");
    for (int i = 0; i < 100 && !send.get("status").stringValue().equals("sent"); i++) {
      fixture.mailbox.outbox().runDue();
      send = call(SHOWS, more).get("structuredContent");
    }
    assertEquals("sent", send.get("status").stringValue());
    return send;
  }

  @Test
  void a_rejection_is_an_error_with_the_note() {
    JsonNode asked = call(SHOWS, "");
    ok(fixture.as(owner, "POST", pending() + "/reject", "{\"note\":\"Not this week\"}"));
    JsonNode rejected = call(SHOWS, again(asked));
    assertTrue(rejected.get("isError").booleanValue(), rejected.toString());
    assertFalse(rejected.has("structuredContent"));
    String text = rejected.get("content").get(0).get("text").stringValue();
    assertTrue(text.contains("rejected") && text.contains("Not this week"), text);
  }

  @Test
  void nobody_decides_by_answering_for_the_user() {
    JsonNode asked = call(SHOWS, "");
    JsonNode answered = call(SHOWS, again(asked).replace("accept", "approve"));
    assertEquals("pending_approval", answered.get("structuredContent").get("status").stringValue());
    JsonNode guessed =
        call(SHOWS, ",\"requestState\":\"out_0000000000000000\",\"inputResponses\":{}");
    assertEquals("pending_approval", guessed.get("structuredContent").get("status").stringValue());
    assertEquals(
        "pending", ok(fixture.as(owner, "GET", pending(), null)).get("status").stringValue());
  }

  @Test
  void a_client_that_shows_no_addresses_gets_the_result() {
    JsonNode result = call("{\"elicitation\":{\"form\":{}}}", "");
    assertEquals("complete", result.get("resultType").stringValue());
    JsonNode send = result.get("structuredContent");
    assertEquals("pending_approval", send.get("status").stringValue());
    assertTrue(pending().endsWith(send.get("approval_id").stringValue()));
  }

  private JsonNode state(String taskId) {
    return task("tasks/get", taskId, TASKS).get("result");
  }

  @Test
  void a_send_that_waits_is_a_task_that_ends_with_the_decision() {
    JsonNode created = call(TASKS, "");
    assertEquals("task", created.get("resultType").stringValue());
    assertEquals("working", created.get("status").stringValue());
    assertTrue(created.has("createdAt") && created.get("ttlMs").isNull(), created.toString());
    String taskId = created.get("taskId").stringValue();
    JsonNode working = state(taskId);
    assertEquals("complete", working.get("resultType").stringValue());
    assertEquals("working", working.get("status").stringValue());
    assertFalse(working.has("result"));
    JsonNode updated = task("tasks/update", taskId, TASKS).get("result");
    assertEquals("complete", updated.get("resultType").stringValue());
    ok(fixture.as(owner, "POST", pending() + "/approve", "{}"));
    JsonNode ended = state(taskId);
    assertEquals("completed", ended.get("status").stringValue());
    JsonNode send = ended.get("result").get("structuredContent");
    assertEquals(taskId, send.get("send_id").stringValue());
    assertTrue(List.of("sent", "sending").contains(send.get("status").stringValue()));
  }

  @Test
  void a_rejected_task_completes_with_an_error_and_a_cancelled_one_is_cancelled() {
    String taskId = call(TASKS, "").get("taskId").stringValue();
    ok(fixture.as(owner, "POST", pending() + "/reject", "{\"note\":\"Not this week\"}"));
    JsonNode rejected = state(taskId);
    assertEquals("completed", rejected.get("status").stringValue());
    assertTrue(rejected.get("result").get("isError").booleanValue());
    assertTrue(rejected.get("result").toString().contains("Not this week"));
    String other =
        ok(fixture.post(
                "/v0/inboxes/desk@agents.localhost/messages/send",
                "{\"to\":[\"ann@client.example\"],\"text\":\"Other\"}"))
            .get("send_id")
            .stringValue();
    assertEquals(
        "complete",
        task("tasks/cancel", other, TASKS).get("result").get("resultType").stringValue());
    assertEquals("cancelled", state(other).get("status").stringValue());
  }

  @Test
  void tasks_are_for_clients_that_declare_them_and_may_read_them() {
    String taskId = call(TASKS, "").get("taskId").stringValue();
    for (String method : List.of("tasks/get", "tasks/update", "tasks/cancel")) {
      JsonNode undeclared = task(method, taskId, "{}").get("error");
      assertEquals(-32021, undeclared.get("code").intValue());
      assertTrue(undeclared.get("data").toString().contains(SendTasks.EXTENSION));
      JsonNode unknown = task(method, "out_0000000000000000", TASKS).get("error");
      assertEquals(-32602, unknown.get("code").intValue(), unknown.toString());
    }
    assertEquals("working", state(taskId).get("status").stringValue(), "nothing was cancelled");
  }

  @Test
  void a_client_that_can_do_both_shows_the_review_first() {
    String both =
        "{\"elicitation\":{\"url\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";
    JsonNode asked = call(both, "");
    assertEquals("input_required", asked.get("resultType").stringValue());
    JsonNode later = call(both, again(asked));
    assertEquals("task", later.get("resultType").stringValue());
    assertEquals(asked.get("requestState"), later.get("taskId"));
  }
}
