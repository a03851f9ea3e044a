package dev.agentmailbox.http.api.message;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How long mail is kept, as a policy says it. */
class LegalHoldIT {
  private static final String BOX = "/v0/inboxes/desk@agents.localhost";

  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();
  private final String owner = fixture.signIn(fixture.human(Role.OWNER));

  @BeforeEach
  void prepare() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"desk\"}"));
  }

  private JsonNode policy(String path, String change) {
    return ok(fixture.as(owner, "PATCH", path, change));
  }

  private HttpResponse<String> delete(String path) {
    return fixture.call(fixture.key, "DELETE", path, null);
  }

  @Test
  void a_policy_says_how_long_mail_is_kept() {
    JsonNode before = ok(fixture.get(BOX + "/policy"));
    assertEquals(0, before.get("retention_days").intValue());
    assertFalse(before.get("legal_hold").booleanValue());
    policy("/v0/policy", "{\"retention_days\":365,\"legal_hold\":true}");
    JsonNode inbox = policy(BOX + "/policy", "{\"retention_days\":30,\"legal_hold\":false}");
    assertEquals(30, inbox.get("retention_days").intValue());
    assertTrue(inbox.get("legal_hold").booleanValue(), "of the organization");
    assertEquals(
        365, policy(BOX + "/policy", "{\"retention_days\":null}").get("retention_days").intValue());
    assertEquals(
        400, fixture.as(owner, "PATCH", "/v0/policy", "{\"retention_days\":36501}").statusCode());
  }

  @Test
  void under_a_legal_hold_nothing_is_deleted_for_good() {
    Inbox inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "desk@agents.localhost");
    fixture.mailbox.agent().deliver("ann@client.example", inbox, "Hello", "Text");
    JsonNode message = ok(fixture.get(BOX + "/messages")).get("messages").get(0);
    String one = BOX + "/messages/" + text(message, "message_id");
    policy("/v0/policy", "{\"legal_hold\":true}");
    assertEquals(204, delete(one).statusCode());
    for (String path : new String[] {one, "/v0/threads/" + text(message, "thread_id"), BOX}) {
      HttpResponse<String> refused = delete(path);
      assertEquals(409, refused.statusCode(), path);
      assertEquals("legal_hold", text(json(refused), "reason"));
    }
    policy("/v0/policy", "{\"legal_hold\":false}");
    assertEquals(204, delete(one).statusCode());
    assertEquals(404, fixture.get(one).statusCode());
  }
}
