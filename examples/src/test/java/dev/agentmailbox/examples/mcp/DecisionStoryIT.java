package dev.agentmailbox.examples.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.examples.LocalServer;
import dev.agentmailbox.examples.support.MailboxApi;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A model asks over MCP, with the official client; its human decides over HTTP. */
class DecisionStoryIT {
  private static final String INBOX = "desk@agents.localhost";

  private final List<String> asked = new ArrayList<>();

  private static JsonNode call(McpSyncClient agent, String tool, Map<String, Object> arguments) {
    CallToolResult result =
        agent.callTool(CallToolRequest.builder(tool).arguments(arguments).build());
    assertFalse(Boolean.TRUE.equals(result.isError()), () -> tool + ": " + result.content());
    return JsonMapper.shared().valueToTree(result.structuredContent());
  }

  /** Asks to send a mail; returns the send's id. */
  private String ask(McpSyncClient agent, String to, String text) {
    asked.add(text);
    JsonNode send =
        call(
            agent,
            "send_message",
            Map.of(
                "inbox_id",
                INBOX,
                "to",
                List.of(to),
                "subject",
                "Your order",
                "text",
                text,
                "idempotency_key",
                "ask-" + asked.size()));
    assertEquals("pending_approval", send.path("status").asString());
    return send.path("send_id").asString();
  }

  private static JsonNode send(McpSyncClient agent, String sendId) {
    return call(agent, "get_send", Map.of("send_id", sendId));
  }

  /** What was approved leaves a moment later. */
  private static JsonNode sent(McpSyncClient agent, String sendId) {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    JsonNode found = send(agent, sendId);
    while (!found.path("status").asString().equals("sent") && System.nanoTime() < deadline) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      found = send(agent, sendId);
    }
    assertEquals("sent", found.path("status").asString());
    return found;
  }

  private static String approval(MailboxApi human, String sendId)
      throws IOException, InterruptedException {
    for (JsonNode one : human.get("/approvals?status=pending").path("approvals")) {
      if (one.path("send_id").asString().equals(sendId)) {
        return "/approvals/" + one.path("approval_id").asString();
      }
    }
    throw new IOException("no approval of " + sendId);
  }

  @Test
  void a_human_edits_sends_back_approves_many_and_makes_a_rule(@TempDir Path directory)
      throws Exception {
    try (LocalServer server = new LocalServer(directory);
        McpSyncClient agent =
            McpClient.sync(
                    HttpClientStreamableHttpTransport.builder(server.address())
                        .endpoint("/mcp")
                        .httpRequestCustomizer(
                            (request, method, endpoint, body, context) ->
                                request.header("Authorization", "Bearer " + LocalServer.KEY))
                        .build())
                .build()) {
      agent.initialize();
      MailboxApi human = MailboxApi.signedIn(server.ownerLink());
      call(agent, "create_inbox", Map.of("username", "desk"));
      human.patch("/policy", Map.of("approval_flags", List.of("first_contact")));
      edited(agent, human);
      returned(agent, human);
      together(agent, human);
      ruled(agent, human);
      recorded(human);
    }
  }

  /** What left is what the human approved; the agent reads the difference. */
  private void edited(McpSyncClient agent, MailboxApi human) throws Exception {
    String sendId = ask(agent, "ann@client.test", "You get 500 euros.");
    JsonNode decided =
        human.post(
            approval(human, sendId) + "/approve",
            "edit-1",
            Map.of("edit", Map.of("text", "You get 50 euros."), "note", "50, not 500."));
    JsonNode sent = sent(agent, sendId);
    assertTrue(sent.path("edited").asBoolean());
    JsonNode facts =
        human.get("/audit?action=approval.approved").path("entries").path(0).path("facts");
    assertEquals(decided.path("content_hash"), facts.path("content_hash"));
    assertFalse(facts.path("original_hash").asString().isEmpty());
    String change = call(agent, "get_send_edit", Map.of("send_id", sendId)).toString();
    assertTrue(change.contains("500 euros") && change.contains("50 euros"), change);
  }

  private void returned(McpSyncClient agent, MailboxApi human) throws Exception {
    String sendId = ask(agent, "bob@client.test", "Pay now!");
    human.post(approval(human, sendId) + "/return", "return-1", Map.of("note", "Be kind."));
    JsonNode back = send(agent, sendId);
    assertEquals("rejected", back.path("status").asString());
    assertTrue(back.path("returned").asBoolean());
    assertTrue(back.path("note").asString().contains("Be kind."));
    String again = ask(agent, "bob@client.test", "When you have a moment, please pay.");
    human.post(approval(human, again) + "/approve", "approve-again", Map.of());
    sent(agent, again);
  }

  /** Each decision is a record of its own. */
  private void together(McpSyncClient agent, MailboxApi human) throws Exception {
    List<String> sends = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      sends.add(ask(agent, "customer" + i + "@client.test", "Refund " + i));
    }
    for (String sendId : sends) {
      human.post(approval(human, sendId) + "/approve", "many-" + sendId, Map.of());
    }
    for (String sendId : sends) {
      sent(agent, sendId);
    }
  }

  private void ruled(McpSyncClient agent, MailboxApi human) throws Exception {
    Map<String, Object> rule =
        Map.of(
            "kind",
            "domain",
            "domain",
            "client.test",
            "flags",
            List.of("first_contact"),
            "inbox_id",
            INBOX);
    String ruleId = human.post("/rules", "rule-1", rule).path("rule_id").asString();
    Map<String, Object> mail =
        Map.of(
            "inbox_id", INBOX,
            "to", List.of("new@client.test"),
            "subject", "Your order",
            "text", "It is on its way.",
            "idempotency_key", "with-rule");
    JsonNode sent = call(agent, "send_message", mail);
    assertEquals("sent", sent.path("status").asString());
    JsonNode through = human.get("/rules/" + ruleId + "/sends");
    assertTrue(through.toString().contains(sent.path("send_id").asString()), through.toString());
    ask(agent, "else@other.test", "This still waits.");
  }

  private void recorded(MailboxApi human) throws Exception {
    List<String> actions = new ArrayList<>();
    human
        .get("/audit?limit=200")
        .path("entries")
        .forEach(entry -> actions.add(entry.path("action").asString()));
    assertEquals(8, actions.stream().filter("approval.approved"::equals).count());
    assertEquals(1, actions.stream().filter("approval.rejected"::equals).count());
    assertEquals(1, actions.stream().filter("rule.used"::equals).count());
    assertEquals(asked.size() + 1, actions.stream().filter("send.accepted"::equals).count());
  }
}
