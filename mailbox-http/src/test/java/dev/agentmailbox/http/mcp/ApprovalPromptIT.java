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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A send that waits for a human, in a chat whose client shows addresses to its user. */
class ApprovalPromptIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SHOWS = "{\"elicitation\":{\"url\":{}}}";

  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();
  private final String owner = fixture.signIn(fixture.human(Role.OWNER));

  @BeforeEach
  void prepare() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"desk\"}"));
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
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
    HttpRequest.Builder request =
        fixture
            .request("/mcp")
            .header("Authorization", "Bearer " + fixture.key)
            .header("Content-Type", "application/json")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "send_message")
            .POST(BodyPublishers.ofString(body));
    return JSON.readTree(TestServer.send(request).body()).get("result");
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
}
