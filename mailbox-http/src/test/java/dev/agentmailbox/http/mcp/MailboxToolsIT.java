package dev.agentmailbox.http.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.mcp.MailboxTools.Definition;
import dev.agentmailbox.http.mcp.MailboxTools.Result;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tools in the process of an agent, beside the same over MCP. */
class MailboxToolsIT {
  private static final JsonMapper JSON = JsonMapper.shared();

  private MailboxFixture fixture;
  private MailboxTools tools;
  private Inbox inbox;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    Caller caller = fixture.mailbox.accounts().authenticate(fixture.key).orElseThrow();
    tools = MailboxTools.of(fixture.mailbox, caller);
    inbox = fixture.mailbox.agent().createInbox("orders");
  }

  @AfterEach
  void stop() {
    tools.close();
    fixture.close();
  }

  private Result call(String name, String arguments) {
    return tools.call(name, arguments).toCompletableFuture().join();
  }

  /** Without the random part of its markers. */
  private static String unmarked(Result result) {
    return result.text().replaceAll("[0-9a-f]{32}", "");
  }

  @Test
  void names_descriptions_and_schemas_are_those_of_mcp_byte_for_byte() {
    JsonNode listed =
        JSON.readTree(
                TestServer.send(
                        fixture
                            .request("/mcp")
                            .header("Authorization", "Bearer " + fixture.key)
                            .header("Content-Type", "application/json")
                            .POST(
                                BodyPublishers.ofString(
                                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}")))
                    .body())
            .get("result")
            .get("tools");
    assertEquals(
        listed
            .valueStream()
            .map(
                tool ->
                    new Definition(
                        tool.get("name").stringValue(),
                        tool.get("description").stringValue(),
                        tool.get("inputSchema").toString()))
            .toList(),
        tools.list());
    assertTrue(tools.list().size() > 30);
  }

  @Test
  void an_agent_reads_fenced_mail_and_answers_it_once() {
    fixture.mailbox.agent().deliver("ann@client.example", inbox, "Where is it?", "Order 7.");
    Result listed = call("list_messages", "{\"inbox_id\":\"orders@agents.localhost\"}");
    assertFalse(listed.isError(), listed.text());
    assertTrue(listed.text().contains("<untrusted "), listed.text());
    String id = fixture.mailbox.agent().messages(inbox).get(0).id();
    String answer =
        "{\"inbox_id\":\"orders@agents.localhost\",\"message_id\":\"%s\",\"text\":\"Left today.\",\"idempotency_key\":\"reply-%s\"}"
            .formatted(id, id);
    Result sent = call("reply_to_message", answer);
    assertFalse(sent.isError(), sent.text());
    assertEquals(unmarked(sent), unmarked(call("reply_to_message", answer)));
    assertEquals(2, fixture.mailbox.agent().messages(inbox).size());
  }

  @Test
  void a_refusal_is_a_result_that_says_what_to_do() {
    Result refused = call("get_message", "{\"inbox_id\":\"orders@agents.localhost\"}");
    assertTrue(refused.isError());
    assertEquals("validation_error", JSON.readTree(refused.text()).get("code").stringValue());
    assertThrows(NoSuchElementException.class, () -> tools.call("fly", "{}"));
    for (String arguments : List.of("[]", "{", "text")) {
      assertThrows(IllegalArgumentException.class, () -> tools.call("auth_me", arguments));
    }
    assertFalse(call("auth_me", "").isError());
  }

  @Test
  void a_call_that_waits_for_mail_ends_when_it_comes() {
    CompletableFuture<Result> waiting =
        tools
            .call(
                "wait_for_message",
                "{\"inbox_id\":\"orders@agents.localhost\",\"timeout_seconds\":30}")
            .toCompletableFuture();
    fixture.mailbox.agent().deliver("ann@client.example", inbox, "Now", "text");
    assertTrue(waiting.join().text().contains("Now"));
  }
}
