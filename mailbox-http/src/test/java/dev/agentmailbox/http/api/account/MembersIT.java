package dev.agentmailbox.http.api.account;

import static dev.agentmailbox.http.Problems.code;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Members of an organization at the HTTP door: asked, accepted, changed, gone. */
class MembersIT {
  private static final String OWNER = "owner@localhost";
  private static final String KEY_BODY = "{\"name\":\"a key\"}";

  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  @AutoClose private MailboxFixture fixture;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));
  }

  private HttpResponse<String> post(@Nullable String cookie, String path, String json) {
    return fixture.asHuman(cookie, "POST", path, json);
  }

  private HttpResponse<String> get(String cookie, String path) {
    return fixture.asHuman(cookie, "GET", path, null);
  }

  private static void assertRefused(int status, String code, HttpResponse<String> response) {
    assertEquals(code, code(response), response.body());
    assertEquals(status, response.statusCode());
  }

  @Test
  void members_are_added_changed_and_removed_but_never_the_last_owner() {
    String owner = fixture.signInByCode(OWNER);
    String path = "/v0/organizations/members";
    HttpResponse<String> added =
        post(owner, path, "{\"email\":\"Second@example.com\",\"role\":\"approver\"}");
    assertEquals(200, added.statusCode(), added.body());
    String second = MailboxFixture.json(added).get("user_id").stringValue();
    assertRefused(
        409,
        "conflict",
        post(owner, path, "{\"email\":\"second@example.com\",\"role\":\"owner\"}"));
    JsonNode members = MailboxFixture.json(get(owner, path + "?ascending=true"));
    assertEquals(2, members.get("count").intValue());
    String first = members.get("members").get(0).get("user_id").stringValue();

    HttpResponse<String> last =
        fixture.asHuman(owner, "PATCH", path + "/" + first, "{\"role\":\"approver\"}");
    assertRefused(409, "conflict", last);
    assertEquals("last_owner", MailboxFixture.json(last).get("reason").stringValue());
    assertRefused(409, "conflict", fixture.asHuman(owner, "DELETE", path + "/" + first, null));

    String approver = fixture.joinByCode("second@example.com");
    assertRefused(403, "missing_permission", post(approver, "/v0/api-keys", KEY_BODY));
    assertRefused(403, "missing_permission", post(approver, "/v0/inboxes", "{}"));
    assertEquals(200, get(approver, "/v0/inboxes").statusCode());

    assertEquals(
        200,
        fixture.asHuman(owner, "PATCH", path + "/" + second, "{\"role\":\"owner\"}").statusCode());
    assertEquals(204, fixture.asHuman(approver, "DELETE", path + "/" + first, null).statusCode());
    assertRefused(403, "account_inactive", get(owner, "/v0/inboxes"));
    assertEquals(200, get(owner, "/v0/console/me").statusCode());
    assertRefused(404, "not_found", fixture.asHuman(approver, "DELETE", path + "/" + first, null));
  }

  @Test
  void members_need_a_step_up() {
    String owner = fixture.signInByCode(OWNER);
    String path = "/v0/organizations/members";
    clock.advance(Duration.ofMinutes(6));
    assertRefused(
        401,
        "step_up_required",
        post(owner, path, "{\"email\":\"attacker@example.com\",\"role\":\"owner\"}"));
  }

  // spec Authentication.9, ErrorCodes.9
  @Test
  void a_member_accepts_chooses_and_leaves() {
    String owner = fixture.signInByCode(OWNER);
    post(
        owner,
        "/v0/organizations/members",
        "{\"email\":\"second@example.com\",\"role\":\"approver\"}");
    String second = fixture.signInByCode("second@example.com");
    JsonNode before = MailboxFixture.json(get(second, "/v0/console/me"));
    assertEquals("invited", before.get("status").stringValue());
    assertFalse(before.has("organization_id"));
    assertEquals("pending", before.get("organizations").get(0).get("status").stringValue());
    assertRefused(403, "account_inactive", get(second, "/v0/inboxes"));

    String id = fixture.organization().id();
    String membership = "/v0/console/memberships/" + id;
    JsonNode after = MailboxFixture.json(post(second, membership + "/accept", "{}"));
    assertEquals(id, after.get("organization_id").stringValue());
    assertEquals(200, get(second, "/v0/inboxes").statusCode());
    String choice = "/v0/console/organization";
    assertEquals(200, post(second, choice, "{\"organization_id\":\"" + id + "\"}").statusCode());
    assertRefused(404, "not_found", post(second, choice, "{\"organization_id\":\"org_other\"}"));
    assertRefused(409, "conflict", post(owner, membership + "/leave", "{}"));
    assertEquals(200, post(second, membership + "/leave", "{}").statusCode());
    assertRefused(403, "account_inactive", get(second, "/v0/inboxes"));
    assertRefused(404, "not_found", post(second, membership + "/accept", "{}"));
  }

  @Test
  void a_repeat_of_an_acceptance_of_another_human_says_nothing_of_the_first() {
    String owner = fixture.signInByCode(OWNER);
    for (String email : List.of("second@example.com", "third@example.com")) {
      post(
          owner,
          "/v0/organizations/members",
          "{\"email\":\"" + email + "\",\"role\":\"approver\"}");
      String cookie = fixture.signInByCode(email);
      var accept =
          fixture
              .request("/v0/console/memberships/" + fixture.organization().id() + "/accept")
              .header("Cookie", cookie)
              .header("Origin", MailboxFixture.ORIGIN)
              .header("Idempotency-Key", "one-for-all")
              .POST(BodyPublishers.noBody());
      for (int i = 0; i < 2; i++) {
        assertEquals(email, MailboxFixture.json(fixture.send(accept)).get("email").stringValue());
      }
    }
  }

  @Test
  void an_address_whose_mail_agents_read_cannot_become_a_member() {
    String owner = fixture.signInByCode(OWNER);
    assertRefused(
        400,
        "validation_error",
        post(
            owner,
            "/v0/organizations/members",
            "{\"email\":\"bot@agents.localhost\",\"role\":\"owner\"}"));
  }
}
