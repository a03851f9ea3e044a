package dev.agentmailbox.http.api.access;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What each role reads and is refused over HTTP, and in which words. */
class RolesIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  @AutoClose private MailboxFixture fixture;
  private String owner;
  private String approver;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    owner = fixture.signIn(fixture.human(Role.OWNER));
    approver = fixture.signIn(fixture.human(Role.APPROVER));
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
    String policy = "{\"approval_flags\":[\"first_contact\",\"has_attachments\"]}";
    ok(fixture.as(owner, "PATCH", "/v0/policy", policy));
  }

  private JsonNode read(String path) {
    return ok(fixture.as(approver, "GET", path, null));
  }

  /** A draft with a file that was sent and waits for approval; the draft as it is now. */
  private JsonNode waitingDraft() {
    JsonNode draft =
        ok(
            fixture.post(
                BOX + "/drafts",
                "{\"to\":[\"ann@client.test\"],\"subject\":\"Offer\",\"text\":\"See the file.\","
                    + "\"attachments\":[{\"filename\":\"offer.txt\",\"content\":\"SGVsbG8=\"}]}"));
    String path = BOX + "/drafts/" + text(draft, "draft_id");
    ok(fixture.post(path + "/send", "{}"));
    return ok(fixture.get(path));
  }

  @Test
  void an_approver_reads_what_is_to_be_decided() {
    JsonNode draft = waitingDraft();
    String drafts = "/v0/drafts/" + text(draft, "draft_id");
    assertEquals("Offer", text(read(drafts), "subject"));
    assertEquals("See the file.", text(read(drafts), "text"));
    assertEquals(0, read(drafts + "/rendered").get("links").size());
    String send = text(draft, "send_id");
    String approval = text(read("/v0/sends/" + send), "approval_id");
    assertEquals(1, read("/v0/sends").get("count").intValue());
    assertEquals(1, read("/v0/sends?status=pending_approval").get("count").intValue());
    assertEquals(1, read("/v0/sends?inbox_id=orders@agents.localhost").get("count").intValue());
    String path = "/v0/approvals/" + approval;
    assertEquals(send, text(read(path), "send_id"));
    JsonNode message = read(path + "/message");
    assertEquals("Offer", text(message, "subject"));
    String file = text(message.get("attachments").get(0), "attachment_id");
    assertEquals(
        200, fixture.as(approver, "GET", path + "/attachments/" + file, null).statusCode());
  }

  @Test
  void an_approver_reads_the_thread_that_a_send_answers() {
    fixture
        .mailbox
        .agent()
        .deliver(
            "bob@example.com",
            fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "orders@agents.localhost"),
            "Hello",
            "Hi");
    JsonNode message = ok(fixture.get(BOX + "/messages")).get("messages").get(0);
    JsonNode sent =
        ok(
            fixture.post(
                BOX + "/messages/" + text(message, "message_id") + "/reply",
                "{\"text\":\"See the file.\",\"attachments\":[{\"filename\":\"a.txt\",\"content\":\"SGVsbG8=\"}]}"));
    JsonNode send = read("/v0/sends/" + text(sent, "send_id"));
    JsonNode approval = read("/v0/approvals/" + text(send, "approval_id"));
    assertEquals("Hello", text(read("/v0/threads/" + text(approval, "thread_id")), "subject"));
  }

  @Test
  void a_key_still_needs_the_permission_to_send_to_read_sends() {
    String body =
        "{\"name\":\"reader\",\"permissions\":{\"approval_read\":true,\"inbox_read\":true}}";
    String reader = text(ok(fixture.as(owner, "POST", "/v0/api-keys", body)), "api_key");
    HttpResponse<String> refused = fixture.call(reader, "GET", "/v0/sends", null);
    assertEquals(403, refused.statusCode());
    assertEquals("the key lacks the permission message_send", text(json(refused), "detail"));
  }

  @Test
  void an_approver_is_refused_by_role_and_told_whom_to_ask() {
    JsonNode refused = json(fixture.as(approver, "POST", "/v0/inboxes", "{}"));
    assertEquals("missing_permission", text(refused, "code"));
    assertEquals("your role approver does not allow this", text(refused, "detail"));
    assertEquals("Ask an owner of the organization.", text(refused, "fix"));
    JsonNode platform = json(fixture.as(owner, "GET", "/v0/operator/organizations", null));
    assertEquals("Ask an operator of the platform.", text(platform, "fix"));
  }

  @Test
  void a_human_without_a_session_is_asked_to_sign_in() {
    JsonNode refused = json(fixture.as("ended", "GET", "/v0/inboxes", null));
    assertEquals("you are not signed in", text(refused, "detail"));
    assertEquals("Sign in again.", text(refused, "fix"));
  }

  /** Every answer to a human goes through the check of its words in the fixture. */
  @Test
  void no_operation_speaks_of_keys_to_a_human() {
    JsonNode draft = waitingDraft();
    String send = text(draft, "send_id");
    Map<String, String> known =
        Map.of(
            "inbox_id", "orders@agents.localhost",
            "draft_id", text(draft, "draft_id"),
            "send_id", send,
            "approval_id", text(ok(fixture.get("/v0/sends/" + send)), "approval_id"),
            "thread_id", "thr_missing",
            "direction", "send",
            "type", "block");
    String nobody =
        fixture.signIn(
            new Caller.Human("usr_9", Caller.Human.NOWHERE, Role.APPROVER, Set.of(), false, false));
    int refused = 0;
    for (String cookie : new String[] {approver, nobody, "ended"}) {
      for (Operation row : fixture.http.table().rows()) {
        boolean asked = !row.access().isPublic() && row.path().text().startsWith("/v0/");
        if (asked && !row.id().contains("WebSocket") && !row.path().text().contains("sign-out")) {
          String body = row.method() == HttpMethod.GET ? null : "{}";
          HttpResponse<String> answer =
              fixture.as(cookie, row.method().name(), filled(row.path().text(), known), body);
          refused += answer.statusCode() == 403 ? 1 : 0;
        }
      }
    }
    assertTrue(refused > 50, refused + " refusals");
  }

  private static String filled(String path, Map<String, String> known) {
    String filled = path;
    for (Map.Entry<String, String> one : known.entrySet()) {
      filled = filled.replace("{" + one.getKey() + "}", one.getValue());
    }
    return filled.replaceAll("\\{[a-z_.]+}", "missing");
  }
}
