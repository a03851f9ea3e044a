package dev.agentmailbox.http.api;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.Problems.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.RowObjects;
import dev.agentmailbox.http.table.Operation;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The endpoints that the specification names, with the permission it gives them. */
class SpecifiedEndpointsIT {
  @AutoClose private static MailboxFixture fixture;
  private static RowObjects objects;
  private static String box;

  @BeforeAll
  static void start() {
    fixture = MailboxFixture.start();
    objects = new RowObjects(fixture);
    box = "/v0/inboxes/" + objects.inbox.address();
  }

  private static Operation row(String method, String path) {
    return fixture.http.table().rows().stream()
        .filter(row -> row.method().name().equals(method) && row.path().text().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no operation " + method + " " + path));
  }

  // spec InboxEndpoints.1, InboxEndpoints.2, InboxEndpoints.3, InboxEndpoints.4
  // spec InboxEndpoints.5, InboxEndpoints.6, LabelEndpoints.1, LabelEndpoints.2, LabelEndpoints.3
  // spec SendEndpoints.1, SendEndpoints.2, SendEndpoints.3
  // spec EventEndpoints.1, EventEndpoints.2, EventEndpoints.4, EventEndpoints.5, EventEndpoints.6
  // spec EventEndpoints.7, UsageEndpoints.1, UsageEndpoints.2, UsageEndpoints.3, UsageEndpoints.4
  // spec UsageEndpoints.5
  /** In the order of what they leave behind: what deletes comes last. */
  @ParameterizedTest
  @CsvSource({
    "GET,/v0/inboxes,inbox_read",
    "GET,/v0/inboxes/{inbox_id},inbox_read",
    "GET,/v0/inboxes/search,inbox_read",
    "PATCH,/v0/inboxes/{inbox_id},inbox_update",
    "POST,/v0/inboxes,inbox_create",
    "POST,/v0/inboxes/{inbox_id}/messages/send,message_send",
    "POST,/v0/inboxes/{inbox_id}/messages/{message_id}/reply,message_send",
    "POST,/v0/inboxes/{inbox_id}/messages/{message_id}/reply-all,message_send",
    "PATCH,/v0/inboxes/{inbox_id}/messages/{message_id},message_update",
    "PATCH,/v0/inboxes/{inbox_id}/threads/{thread_id},message_update",
    "POST,/v0/inboxes/{inbox_id}/messages/batch-update,message_update",
    "GET,/v0/events,event_read",
    "GET,/v0/inboxes/{inbox_id}/events,event_read",
    "GET,/v0/webhooks,webhook_read",
    "GET,/v0/webhooks/{webhook_id},webhook_read",
    "GET,/v0/webhooks/{webhook_id}/headers,webhook_read",
    "GET,/v0/webhooks/{webhook_id}/deliveries,webhook_read",
    "GET,/v0/usage,usage_read",
    "GET,/v0/metrics/events,usage_read",
    "GET,/v0/metrics/usage,usage_read",
    "GET,/v0/metrics/rates,usage_read",
    "GET,/v0/inboxes/{inbox_id}/metrics/events,usage_read",
    "GET,/v0/inboxes/{inbox_id}/metrics/usage,usage_read",
    "GET,/v0/inboxes/{inbox_id}/metrics/rates,usage_read",
    "GET,/v0/pods/{pod_id}/metrics/events,usage_read",
    "GET,/v0/pods/{pod_id}/metrics/usage,usage_read",
    "GET,/v0/pods/{pod_id}/metrics/rates,usage_read"
  })
  void its_permission_is_needed_and_enough(String method, String path, String permission) {
    Operation row = row(method, path);
    Permission needed = Permission.named(permission).orElseThrow();
    assertProblem(403, "missing_permission", call(EnumSet.complementOf(EnumSet.of(needed)), row));
    HttpResponse<String> answer = call(EnumSet.of(needed), row);
    assertTrue(answer.statusCode() < 300, answer.body());
  }

  private static HttpResponse<String> call(EnumSet<Permission> permissions, Operation row) {
    String key = fixture.keyWith(fixture.organization(), permissions);
    return fixture.call(key, row.method().name(), objects.path(row), objects.body(row));
  }

  // spec InboxEndpoints.2, CreateInbox.3, CreateInbox.5, CreateInbox.6, CreateInbox.7
  // spec CreateInbox.11
  @Test
  void a_key_of_a_pod_makes_an_inbox_there_and_its_key_stands_for_one_body() {
    String podId = Objects.requireNonNull(objects.elsewhere.podId());
    Scope pod = Scope.pod(objects.elsewhere.organizationId(), podId);
    String key = fixture.keyWith(pod, EnumSet.of(Permission.INBOX_CREATE));
    String body = "{\"username\":\"of-the-pod\",\"display_name\":\"D\",\"metadata\":{\"a\":1}}";
    HttpResponse<String> answer = create(key, "one-key", body);
    assertEquals(200, answer.statusCode(), answer.body());
    JsonNode inbox = json(answer);
    assertEquals(podId, inbox.get("pod_id").stringValue());
    assertEquals("D", inbox.get("display_name").stringValue());
    assertEquals("{\"a\":1}", inbox.get("metadata").toString());
    assertEquals(inbox, ok(fixture.get("/v0/inboxes/of-the-pod@agents.localhost")));
    JsonNode events = ok(fixture.get("/v0/events?limit=200&types=inbox.created")).get("events");
    assertTrue(
        events
            .valueStream()
            .anyMatch(event -> inbox.get("inbox_id").equals(event.get("inbox_id"))));
    assertEquals(inbox, json(create(key, "one-key", body)));
    assertProblem(409, "idempotency_conflict", create(key, "one-key", "{}"));
  }

  private static HttpResponse<String> create(String key, String idempotencyKey, String body) {
    return fixture.send(
        fixture
            .request("/v0/inboxes")
            .header("Authorization", "Bearer " + key)
            .header("Idempotency-Key", idempotencyKey)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  // spec InboxEndpoints.5
  @Test
  void deleting_an_inbox_needs_inbox_delete() {
    String inbox = "/v0/inboxes/" + fixture.mailbox.agent().createInbox("goner").address();
    EnumSet<Permission> delete = EnumSet.of(Permission.INBOX_DELETE);
    String without = fixture.keyWith(fixture.organization(), EnumSet.complementOf(delete));
    assertProblem(403, "missing_permission", fixture.call(without, "DELETE", inbox, null));
    String with = fixture.keyWith(fixture.organization(), delete);
    assertEquals(204, fixture.call(with, "DELETE", inbox, null).statusCode());
    assertEquals(404, fixture.get(inbox).statusCode());
  }

  // spec InboxEndpoints.7
  @Test
  void the_inboxes_of_a_pod_are_reached_below_it() {
    String pod = "/v0/pods/" + objects.inbox.podId() + "/inboxes";
    JsonNode inbox = ok(fixture.get(box));
    assertEquals(inbox, ok(fixture.get(pod + "/" + objects.inbox.address())));
    assertTrue(ok(fixture.get(pod)).get("inboxes").valueStream().anyMatch(inbox::equals));
    String other = "/v0/pods/" + objects.elsewhere.podId() + "/inboxes";
    assertProblem(404, "not_found", fixture.get(other + "/" + objects.inbox.address()));
  }

  // spec NamedEndpoints.1, NamedEndpoints.2, NamedEndpoints.3, NamedEndpoints.4, NamedEndpoints.5
  // spec NamedEndpoints.6, NamedEndpoints.7, NamedEndpoints.8, NamedEndpoints.10
  // spec NamedEndpoints.11
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v0/sends/{send_id}",
        "/v0/auth/me",
        "/v0/organizations",
        "/v0/pods",
        "/v0/pods/{pod_id}",
        "/v0/pods/{pod_id}/threads",
        "/v0/inboxes/{inbox_id}/threads",
        "/v0/inboxes/{inbox_id}/threads/{thread_id}",
        "/v0/threads",
        "/v0/threads/{thread_id}",
        "/v0/inboxes/{inbox_id}/messages",
        "/v0/inboxes/{inbox_id}/messages/{message_id}",
        "/v0/inboxes/{inbox_id}/drafts",
        "/v0/inboxes/{inbox_id}/drafts/{draft_id}",
        "/v0/drafts",
        "/v0/drafts/{draft_id}",
        "/v0/approvals",
        "/v0/approvals/{approval_id}",
        "/v0/lists/{direction}/{type}",
        "/v0/lists/{direction}/{type}/{entry}",
        "/v0/api-keys",
        "/v0/api-keys/{api_key_id}"
      })
  void what_is_described_by_name_only_answers_a_key(String path) {
    ok(fixture.get(objects.path(row("GET", path))));
  }

  // spec NamedEndpoints.9
  @Test
  void humans_lock_and_unlock_a_thread_at_its_lock() {
    String approver = fixture.signIn(fixture.human(Role.APPROVER));
    Operation lock = row("PUT", "/v0/inboxes/{inbox_id}/threads/{thread_id}/lock");
    String path = objects.path(lock);
    String thread = path.substring(0, path.lastIndexOf('/'));
    for (String method : List.of("PUT", "DELETE")) {
      assertProblem(403, "human_required", fixture.call(fixture.key, method, path, null));
      assertTrue(fixture.as(approver, method, path, null).statusCode() < 300);
      assertEquals(method.equals("PUT"), ok(fixture.get(thread)).get("locked").booleanValue());
    }
  }

  // spec Service.2, EventEndpoints.8, InboxState.5
  @ParameterizedTest
  @CsvSource({
    "POST,/v0/api-keys",
    "POST,/v0/pods/{pod_id}/api-keys",
    "POST,/v0/inboxes/{inbox_id}/api-keys",
    "POST,/v0/webhooks",
    "PATCH,/v0/webhooks/{webhook_id}",
    "PATCH,/v0/webhooks/{webhook_id}/headers",
    "DELETE,/v0/webhooks/{webhook_id}",
    "POST,/v0/inboxes/{inbox_id}/pause",
    "POST,/v0/inboxes/{inbox_id}/resume",
    "DELETE,/v0/lists/{direction}/{type}/{entry}",
    "POST,/v0/inboxes/{inbox_id}/messages/{message_id}/release",
    "POST,/v0/approvals/{approval_id}/approve",
    "POST,/v0/approvals/{approval_id}/reject",
    "POST,/v0/approvals/{approval_id}/return",
    "POST,/v0/approvals/{approval_id}/undo",
    "POST,/v0/organizations/resume",
    "POST,/v0/agent/claim"
  })
  void what_only_humans_do_no_key_does(String method, String path) {
    Operation row = row(method, path);
    assertProblem(
        403,
        "human_required",
        fixture.call(fixture.key, method, objects.path(row), objects.body(row)));
  }

  // spec InboxState.5
  @Test
  void an_update_of_an_inbox_takes_two_fields_and_no_status() {
    for (String field :
        List.of("\"status\":\"paused\"", "\"client_id\":\"c\"", "\"pod_id\":\"pod_x\"")) {
      assertProblem(
          400, "validation_error", fixture.call(fixture.key, "PATCH", box, "{" + field + "}"));
    }
    String both = "{\"display_name\":\"Name\",\"metadata\":{}}";
    ok(fixture.call(fixture.key, "PATCH", box, both));
    assertEquals("active", ok(fixture.get(box)).get("status").stringValue());
  }

  // spec EventEndpoints.3
  @Test
  void the_websocket_is_for_event_read() {
    assertEquals(EnumSet.of(Permission.EVENT_READ), row("GET", "/v0/ws").permissions());
  }
}
