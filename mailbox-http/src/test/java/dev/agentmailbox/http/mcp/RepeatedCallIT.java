package dev.agentmailbox.http.mcp;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * What counts as the same request: the operation and the object that are meant, over REST or MCP.
 */
class RepeatedCallIT {
  @AutoClose private final MailboxFixture fixture = opened(MailboxFixture.start());

  private static MailboxFixture opened(MailboxFixture made) {
    made.mailbox.agent().createInbox("orders");
    return made;
  }

  private JsonNode call(String tool, String arguments) {
    HttpResponse<String> answer =
        TestServer.send(
            fixture
                .request("/mcp")
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        """
                        {"jsonrpc":"2.0","id":7,"method":"tools/call",
                         "params":{"name":"%s","arguments":%s}}\
                        """
                            .formatted(tool, arguments))));
    return MailboxFixture.json(answer).get("result");
  }

  // spec SendRequest.18
  @Test
  void a_send_repeated_with_its_key_sends_once_through_both_doors() {
    String body = "\"to\":[\"a@example.com\"],\"subject\":\"s\",\"text\":\"hello\"";
    String arguments =
        "{\"inbox_id\":\"orders@agents.localhost\"," + body + ",\"idempotency_key\":\"k-1\"}";
    String first =
        call("send_message", arguments).get("structuredContent").get("send_id").stringValue();
    String again =
        call("send_message", arguments).get("structuredContent").get("send_id").stringValue();
    assertEquals(first, again);
    HttpResponse<String> rest =
        fixture.send(
            fixture
                .request("/v0/inboxes/orders@agents.localhost/messages/send")
                .header("Authorization", "Bearer " + fixture.key)
                .header("Idempotency-Key", "k-1")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{" + body + "}")));
    assertEquals(first, MailboxFixture.json(rest).get("send_id").stringValue());
    assertEquals(1, MailboxFixture.json(fixture.get("/v0/sends")).get("count").intValue());
  }

  private HttpResponse<String> rest(String path, String key, String body) {
    return fixture.send(
        fixture
            .request(path)
            .header("Authorization", "Bearer " + fixture.key)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  // spec SendRequest.2, SendRequest.18
  @Test
  void a_key_is_bound_to_the_inbox_however_its_address_is_written() {
    String body = "\"to\":[\"a@example.com\"],\"text\":\"hello\"";
    String draft = "{\"to\":[\"a@example.com\"],\"text\":\"draft\"}";
    Set<String> sends = new HashSet<>();
    Set<String> drafts = new HashSet<>();
    for (String inbox :
        List.of(
            "orders@agents.localhost",
            "Orders@agents.localhost",
            "orders%40agents.localhost",
            "%6Frders@AGENTS.localhost")) {
      String path = "/v0/inboxes/" + inbox;
      sends.add(text(ok(rest(path + "/messages/send", "k", "{" + body + "}")), "send_id"));
      drafts.add(text(ok(rest(path + "/drafts", "k", draft)), "draft_id"));
    }
    String arguments =
        "{\"inbox_id\":\"ORDERS@agents.localhost\",\"idempotency_key\":\"k\"," + body + "}";
    sends.add(text(call("send_message", arguments).get("structuredContent"), "send_id"));
    drafts.add(
        text(
            call("create_draft", arguments.replace("hello", "draft")).get("structuredContent"),
            "draft_id"));
    assertEquals(1, sends.size(), sends.toString());
    assertEquals(1, drafts.size(), drafts.toString());
    String way = "/drafts/" + drafts.iterator().next() + "/send";
    String sent = rest("/v0/inboxes/orders@agents.localhost" + way, "d", "{}").body();
    assertEquals(sent, rest("/v0/inboxes/ORDERS@agents.localhost" + way, "d", "{}").body());
  }
}
