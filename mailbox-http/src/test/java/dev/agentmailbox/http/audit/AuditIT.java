package dev.agentmailbox.http.audit;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import java.io.BufferedReader;
import java.io.StringReader;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The audit trail over HTTP. */
class AuditIT {
  private static final String SECRET = "words of the mail";

  @AutoClose private MailboxFixture fixture;
  private String owner;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    owner = fixture.signIn(fixture.human(Role.OWNER));
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
  }

  private void send(int number) {
    ok(
        fixture.post(
            "/v0/inboxes/orders@agents.localhost/messages/send",
            "{\"to\":[\"bob@example.com\"],\"subject\":\"%d\",\"text\":\"%s\"}"
                .formatted(number, SECRET)));
  }

  private HttpResponse<String> asOwner(String path) {
    return fixture.as(owner, "GET", path, null);
  }

  @Test
  void an_export_of_many_pages_is_verified() throws Exception {
    for (int i = 0; i < 450; i++) {
      send(i);
    }
    HttpResponse<String> export = asOwner("/v0/audit/export");
    assertEquals(200, export.statusCode());
    assertEquals(AuditRoutes.NDJSON, export.headers().firstValue("Content-Type").orElse(""));
    assertFalse(export.body().contains(SECRET));
    AuditVerifier.Verified verified =
        AuditVerifier.verify(new BufferedReader(new StringReader(export.body())), List.of());
    assertEquals(451, verified.last());
    assertTrue(export.body().lines().skip(450).findFirst().orElse("").contains("audit.exported"));
  }

  @Test
  void the_trail_is_listed_in_pages_and_by_action() {
    for (int i = 0; i < 3; i++) {
      send(i);
    }
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"allow_bcc\":true}"));
    List<String> actions = new ArrayList<>();
    JsonNode page = ok(asOwner("/v0/audit?limit=2"));
    page.get("entries").forEach(entry -> actions.add(text(entry, "action")));
    assertEquals(List.of("policy.changed", "send.accepted"), actions);
    JsonNode next = ok(asOwner("/v0/audit?limit=2&page_token=" + text(page, "next_page_token")));
    assertEquals(2, next.get("entries").size());
    JsonNode sent = ok(asOwner("/v0/audit?action=send.accepted"));
    assertEquals(3, sent.get("entries").size());
    assertEquals(400, asOwner("/v0/audit?action=send.accepted&actor=usr_1").statusCode());
    assertEquals(1, ok(asOwner("/v0/audit?actor=usr_1")).get("entries").size());
  }

  @Test
  void a_key_with_the_permission_lists_it_and_only_owners_export_it() {
    assertEquals(
        ok(asOwner("/v0/audit")).get("entries"), ok(fixture.get("/v0/audit")).get("entries"));
    assertEquals(403, fixture.get("/v0/audit/export").statusCode());
    String other =
        fixture.keyWith(
            fixture.organization(), EnumSet.complementOf(EnumSet.of(Permission.AUDIT_READ)));
    assertEquals(403, fixture.call(other, "GET", "/v0/audit", null).statusCode());
    String approver = fixture.signIn(fixture.human(Role.APPROVER));
    assertEquals(403, fixture.as(approver, "GET", "/v0/audit", null).statusCode());
    assertEquals(403, fixture.as(approver, "GET", "/v0/audit/export", null).statusCode());
  }
}
