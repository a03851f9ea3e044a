package dev.agentmailbox.http.api.sending;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What humans decide about sending, over HTTP; the fixture checks every answer against its row. */
class DecidingIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  @AutoClose private MailboxFixture fixture;
  private String owner;
  private String approver;
  private String stale;
  private String operator;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    owner = fixture.signIn(fixture.human(Role.OWNER));
    approver = fixture.signIn(fixture.human(Role.APPROVER));
    stale = fixture.signIn(human(false, false));
    operator = fixture.signIn(human(true, true));
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
  }

  private Caller.Human human(boolean verified, boolean runsPlatform) {
    return new Caller.Human(
        "usr_2",
        fixture.organization(),
        Role.OWNER,
        Role.OWNER.permissions(),
        verified,
        runsPlatform);
  }

  /** Status, code and, where there is one, reason. */
  private static String refusal(HttpResponse<String> response) {
    JsonNode body = MailboxFixture.json(response);
    String reason = body.has("reason") ? " " + text(body, "reason") : "";
    return response.statusCode() + " " + text(body, "code") + reason;
  }

  private static String paths(HttpResponse<String> response) {
    List<String> paths = new ArrayList<>();
    MailboxFixture.json(response).get("errors").forEach(e -> paths.add(text(e, "path")));
    return response.statusCode() + " " + paths;
  }

  private HttpResponse<String> send(String subject) {
    return fixture.post(
        BOX + "/messages/send",
        "{\"to\":[\"bob@example.com\"],\"subject\":\"" + subject + "\",\"text\":\"Hello\"}");
  }

  private List<String> eventTypes() {
    List<String> types = new ArrayList<>();
    ok(fixture.get("/v0/events?limit=200"))
        .get("events")
        .forEach(e -> types.add(text(e, "event_type")));
    return types;
  }

  @Test
  void a_policy_is_read_by_keys_and_set_by_owners() {
    JsonNode first = ok(fixture.get("/v0/policy"));
    assertEquals(
        "{\"approval_flags\":[],\"allow_bcc\":false,\"hold\":[\"executable_attachment\","
            + "\"injection_suspected\"],\"auto_submitted\":true,\"duplicate_window_seconds\":3600,"
            + "\"approval_notices\":"
            + "{\"content\":true,\"reminder_hours\":24,\"escalation_hours\":0},"
            + "\"retention_days\":0,\"legal_hold\":false}",
        first.toString());
    String body = "{\"approval_flags\":[\"has_links\"],\"duplicate_window_seconds\":0}";
    assertEquals(
        "403 human_required", refusal(fixture.call(fixture.key, "PATCH", "/v0/policy", body)));
    assertEquals(
        "403 missing_permission", refusal(fixture.as(approver, "PATCH", "/v0/policy", body)));
    assertEquals("401 step_up_required", refusal(fixture.as(stale, "PATCH", "/v0/policy", body)));
    ok(fixture.as(owner, "PATCH", "/v0/policy", body));
    JsonNode inherited = ok(fixture.get(BOX + "/policy"));
    assertEquals(0, inherited.get("duplicate_window_seconds").intValue());
    ok(fixture.as(owner, "PATCH", BOX + "/policy", "{\"approval_flags\":[]}"));
    assertEquals(0, ok(fixture.get(BOX + "/policy")).get("approval_flags").size());
    ok(fixture.as(owner, "PATCH", BOX + "/policy", "{\"approval_flags\":null}"));
    assertEquals(1, ok(fixture.get(BOX + "/policy")).get("approval_flags").size());
    assertEquals("400 [body]", paths(fixture.as(owner, "PATCH", "/v0/policy", "{}")));
    assertEquals(
        "400 [approval_flags[1], duplicate_window_seconds]",
        paths(
            fixture.as(
                owner,
                "PATCH",
                "/v0/policy",
                "{\"approval_flags\":[\"has_links\",\"x\"],\"duplicate_window_seconds\":2592001}")));
    assertEquals("404 not_found", refusal(fixture.get("/v0/pods/pod_missing/policy")));
  }

  private String askAbout(String subject, String more) {
    JsonNode sent =
        ok(
            fixture.post(
                BOX + "/messages/send",
                "{\"to\":[\"bob@example.com\"],\"subject\":\"%s\",\"text\":\"Hello\"%s}"
                    .formatted(subject, more)));
    return text(ok(fixture.get("/v0/sends/" + text(sent, "send_id"))), "approval_id");
  }

  private HttpResponse<String> decide(String approval, String verb, String body) {
    return fixture.as(approver, "POST", "/v0/approvals/" + approval + "/" + verb, body);
  }

  @Test
  void a_human_changes_a_mail_and_its_author_reads_what() {
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    String approval = askAbout("one", "");
    assertEquals(
        "400 [edit.to[1], edit.subject]",
        paths(
            decide(
                approval,
                "approve",
                "{\"edit\":{\"to\":[\"a@example.com\",\"x\"],\"subject\":\"%s\"}}"
                    .formatted("s".repeat(999)))));
    assertEquals(
        "400 [edit.sender]", paths(decide(approval, "approve", "{\"edit\":{\"sender\":\"x\"}}")));
    assertEquals("400 [edit]", paths(decide(approval, "approve", "{\"edit\":{}}")));
    assertEquals(
        "403 human_required",
        refusal(
            fixture.post("/v0/approvals/" + approval + "/approve", "{\"edit\":{\"text\":\"x\"}}")));
    JsonNode approved =
        ok(
            decide(
                approval,
                "approve",
                "{\"note\":\"shorter\",\"edit\":{\"subject\":\"two\",\"text\":\"Hi\"}}"));
    assertTrue(approved.get("edited").booleanValue());
    assertFalse(approved.get("returned").booleanValue());
    assertEquals("usr_1", text(approved, "decided_by"));
    JsonNode send = ok(fixture.get("/v0/sends/" + text(approved, "send_id")));
    assertTrue(send.get("edited").booleanValue());
    assertEquals("usr_1", text(send, "decided_by"));
    assertEquals("shorter", text(send, "note"));
    assertEquals("two", text(send, "subject"));
    JsonNode edit = ok(fixture.get("/v0/sends/" + text(approved, "send_id") + "/edit"));
    assertEquals(
        "[{\"field\":\"subject\",\"before\":\"one\",\"after\":\"two\"},"
            + "{\"field\":\"text\",\"before\":\"Hello\\n\",\"after\":\"Hi\"}]",
        edit.get("changes").toString());
    assertEquals(
        "409 conflict already_decided",
        refusal(decide(approval, "approve", "{\"edit\":{\"text\":\"again\"}}")));
  }

  @Test
  void a_mail_is_sent_back_with_a_note() {
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    String approval = askAbout("one", "");
    assertEquals("400 [note]", paths(decide(approval, "return", "{}")));
    assertEquals("400 [note]", paths(decide(approval, "return", "{\"note\":\"  \"}")));
    JsonNode returned = ok(decide(approval, "return", "{\"note\":\"Ask first\"}"));
    assertEquals("rejected", text(returned, "status"));
    assertTrue(returned.get("returned").booleanValue());
    JsonNode send = ok(fixture.get("/v0/sends/" + text(returned, "send_id")));
    assertEquals("rejected", text(send, "status"));
    assertEquals("Ask first", text(send, "note"));
    assertTrue(send.get("returned").booleanValue());
    assertEquals(
        "404 not_found", refusal(fixture.get("/v0/sends/" + text(returned, "send_id") + "/edit")));
  }

  @Test
  void only_humans_are_told_the_address_of_who_decided() {
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    String approval = askAbout("one", "");
    ok(decide(approval, "reject", "{}"));
    String path = "/v0/approvals/" + approval;
    assertFalse(ok(fixture.get(path)).has("decided_by_email"));
    assertEquals("usr_1", text(ok(fixture.get(path)), "decided_by"));
    assertEquals("usr_1", text(ok(fixture.as(owner, "GET", path, null)), "decided_by"));
  }

  @Test
  void lists_are_tightened_by_keys_and_loosened_by_humans() {
    String block = "/v0/lists/send/block";
    JsonNode entry =
        ok(fixture.post(block, "{\"entry\":\"Bob@Example.com\",\"reason\":\"asked us to\"}"));
    assertEquals("bob@example.com", text(entry, "entry"));
    assertEquals("email", text(entry, "entry_type"));
    assertEquals("asked us to", text(entry, "reason"));
    assertFalse(entry.get("read_only").booleanValue());
    assertFalse(entry.has("inbox_id"));
    assertEquals(
        "asked us to", text(ok(fixture.post(block, "{\"entry\":\"bob@example.com\"}")), "reason"));
    HttpResponse<String> blocked = send("one");
    assertEquals("422 send_blocked", refusal(blocked));
    assertEquals("[\"recipient_blocked\"]", MailboxFixture.json(blocked).get("reasons").toString());
    String one = block + "/bob%40example.com";
    ok(fixture.get(block + "/bob@example.com"));
    assertEquals(
        "404 not_found", refusal(fixture.call(fixture.key, "DELETE", block + "/x.test", null)));
    assertEquals("403 human_required", refusal(fixture.call(fixture.key, "DELETE", one, null)));
    assertEquals("401 step_up_required", refusal(fixture.as(stale, "DELETE", one, null)));
    assertEquals(204, fixture.as(owner, "DELETE", one, null).statusCode());
    assertEquals(202, send("one").statusCode());
    String allow = BOX + "/lists/send/allow";
    assertEquals(
        "orders@agents.localhost",
        text(ok(fixture.post(allow, "{\"entry\":\"example.org\"}")), "inbox_id"));
    assertEquals("422 send_blocked", refusal(send("two")));
    assertEquals("403 human_required", refusal(fixture.post(allow, "{\"entry\":\"example.com\"}")));
    ok(fixture.as(owner, "POST", allow, "{\"entry\":\"example.com\"}"));
    assertEquals(202, send("two").statusCode());
    assertEquals(1, ok(fixture.get(allow + "?limit=1")).get("entries").size());
    assertTrue(ok(fixture.get(allow + "?limit=1")).has("next_page_token"));
    assertEquals("400 [entry]", paths(fixture.post(block, "{\"entry\":\"a b\"}")));
    assertEquals("404 not_found", refusal(fixture.get("/v0/lists/sideways/block")));
  }

  @Test
  void an_approval_is_decided_once_by_a_human() {
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    JsonNode sent = ok(send("hello"));
    assertEquals("pending_approval", text(sent, "status"));
    JsonNode approval = ok(fixture.get("/v0/approvals?status=pending")).get("approvals").get(0);
    assertEquals(text(sent, "send_id"), text(approval, "send_id"));
    assertEquals(64, text(approval, "content_hash").length());
    String path = "/v0/approvals/" + text(approval, "approval_id");
    assertEquals("403 human_required", refusal(fixture.post(path + "/approve", "{}")));
    JsonNode approved = ok(fixture.as(approver, "POST", path + "/approve", "{\"note\":\"ok\"}"));
    assertEquals("approved", text(approved, "status"));
    assertEquals("ok", text(approved, "note"));
    assertEquals(
        "409 conflict already_decided",
        refusal(fixture.as(approver, "POST", path + "/reject", null)));
    String send = "/v0/sends/" + text(sent, "send_id");
    awaitStatus(send, "sent");
    assertEquals("approved", text(ok(fixture.get(path)), "status"));
    assertTrue(eventTypes().contains("approval.decided"));
    JsonNode rejected = ok(sendTo("eve@example.com"));
    String second = text(ok(fixture.get("/v0/sends/" + text(rejected, "send_id"))), "approval_id");
    ok(fixture.as(approver, "POST", "/v0/approvals/" + second + "/reject", null));
    assertEquals(
        "rejected", text(ok(fixture.get("/v0/sends/" + text(rejected, "send_id"))), "status"));
    assertEquals(0, ok(fixture.get("/v0/approvals?status=pending")).get("count").intValue());
  }

  @Test
  void a_decision_is_undone_or_takes_effect_by_itself() {
    ok(fixture.as(owner, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    String send = "/v0/sends/" + text(ok(send("hello")), "send_id");
    String id = text(ok(fixture.get(send)), "approval_id");
    assertEquals("400 [undo_seconds]", paths(decide(id, "approve", "{\"undo_seconds\":61}")));
    assertEquals(
        "400 [undo_seconds]",
        paths(decide(id, "approve", "{\"undo_seconds\":5,\"edit\":{\"text\":\"x\"}}")));
    assertEquals("400 [note]", paths(decide(id, "return", "{\"undo_seconds\":5}")));
    JsonNode planned = ok(decide(id, "reject", "{\"undo_seconds\":60,\"note\":\"no\"}"));
    assertEquals("pending", text(planned, "status"));
    assertEquals("rejected", text(planned.get("planned"), "status"));
    assertFalse(planned.has("decided_at"));
    assertEquals("409 conflict already_decided", refusal(decide(id, "approve", "{}")));
    assertEquals(
        "403 human_required", refusal(fixture.post("/v0/approvals/" + id + "/undo", "{}")));
    assertFalse(ok(decide(id, "undo", "{}")).has("planned"));
    assertFalse(ok(decide(id, "undo", "{}")).has("planned"));
    ok(decide(id, "approve", "{\"undo_seconds\":1}"));
    awaitStatus(send, "sent");
    assertEquals("409 conflict already_decided", refusal(decide(id, "undo", "{}")));
    assertEquals("404 not_found", refusal(decide("apr_none", "undo", "{}")));
    assertEquals(1, eventTypes().stream().filter("approval.decided"::equals).count());
  }

  private HttpResponse<String> sendTo(String recipient) {
    return fixture.post(
        BOX + "/messages/send",
        "{\"to\":\"" + recipient + "\",\"subject\":\"x\",\"text\":\"Hello\"}");
  }

  /** The outbox was woken; it hands over on threads of its own. */
  private void awaitStatus(String send, String status) {
    long deadline = System.nanoTime() + Duration.ofSeconds(9).toNanos();
    String now = text(ok(fixture.get(send)), "status");
    while (!now.equals(status) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
      now = text(ok(fixture.get(send)), "status");
    }
    assertEquals(status, now);
  }

  /** A message somebody sent, as it is listed. */
  private JsonNode received() {
    fixture
        .mailbox
        .agent()
        .deliver(
            "bob@example.com",
            fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "orders@agents.localhost"),
            "Hello",
            "Hi");
    return ok(fixture.get(BOX + "/messages")).get("messages").get(0);
  }

  // spec ThreadLock.1, InboxState.1, ErrorCodes.26
  @Test
  void a_locked_thread_and_a_paused_inbox_are_423_with_their_reasons() {
    JsonNode message = received();
    String lock = BOX + "/threads/" + text(message, "thread_id") + "/lock";
    String reply = BOX + "/messages/" + text(message, "message_id") + "/reply";
    assertEquals("403 human_required", refusal(fixture.call(fixture.key, "PUT", lock, null)));
    assertTrue(ok(fixture.as(approver, "PUT", lock, null)).get("locked").booleanValue());
    ok(fixture.as(approver, "PUT", lock, null));
    assertEquals(
        "423 thread_locked thread_locked",
        refusal(fixture.post(reply, "{\"text\":\"On its way\"}")));
    assertEquals(204, fixture.as(approver, "DELETE", lock, null).statusCode());
    assertEquals(204, fixture.as(approver, "DELETE", lock, null).statusCode());
    assertEquals(1, eventTypes().stream().filter("thread.locked"::equals).count());
    assertEquals(1, eventTypes().stream().filter("thread.unlocked"::equals).count());
    assertEquals("paused", text(ok(fixture.as(owner, "POST", BOX + "/pause", null)), "status"));
    assertEquals(
        "423 thread_locked inbox_paused",
        refusal(fixture.post(reply, "{\"text\":\"On its way\"}")));
    assertEquals("401 step_up_required", refusal(fixture.as(stale, "POST", BOX + "/resume", null)));
    assertEquals("active", text(ok(fixture.as(owner, "POST", BOX + "/resume", null)), "status"));
    assertEquals(202, fixture.post(reply, "{\"text\":\"On its way\"}").statusCode());
  }

  // spec ErrorCodes.10
  @Test
  void a_suspended_organization_is_403_and_one_truth_everywhere() {
    String path = "/v0/organizations/suspend";
    assertEquals("403 human_required", refusal(fixture.post(path, "{}")));
    assertEquals("403 missing_permission", refusal(fixture.as(approver, "POST", path, null)));
    JsonNode suspended = ok(fixture.as(owner, "POST", path, "{\"reason\":\"Holidays\"}"));
    assertEquals("suspended", text(suspended.get("sending"), "state"));
    assertEquals("human", text(suspended.get("sending"), "reason"));
    JsonNode breaker = ok(fixture.get("/v0/usage")).get("breaker");
    assertEquals("tripped", text(breaker, "state"));
    assertEquals("human", text(breaker, "reason"));
    assertEquals("403 account_suspended human", refusal(send("one")));
    assertEquals(
        "401 step_up_required",
        refusal(fixture.as(stale, "POST", "/v0/organizations/resume", null)));
    JsonNode resumed = ok(fixture.as(owner, "POST", "/v0/organizations/resume", null));
    assertEquals("ok", text(resumed.get("sending"), "state"));
    assertTrue(ok(fixture.get("/v0/usage")).get("breaker").get("reason").isNull());
    assertEquals(202, send("one").statusCode());
    assertTrue(eventTypes().containsAll(List.of("org.suspended", "org.resumed")));
  }

  // spec ErrorCodes.31
  @Test
  void a_paused_platform_is_503_with_retry_after() {
    String pause = "/v0/operator/sending/pause";
    assertEquals("403 human_required", refusal(fixture.post(pause, "{}")));
    assertEquals("403 missing_permission", refusal(fixture.as(owner, "POST", pause, null)));
    assertEquals("paused", text(ok(fixture.as(operator, "POST", pause, null)), "state"));
    HttpResponse<String> refused = send("one");
    assertEquals("503 sending_paused", refusal(refused));
    assertTrue(refused.headers().firstValue("retry-after").isPresent());
    assertEquals(
        "ok", text(ok(fixture.as(operator, "POST", "/v0/operator/sending/resume", null)), "state"));
    assertEquals(202, send("one").statusCode());
  }

  @Test
  void a_release_of_what_is_not_held_changes_nothing() {
    JsonNode message = received();
    String path = BOX + "/messages/" + text(message, "message_id") + "/release";
    assertEquals("403 human_required", refusal(fixture.post(path, "{}")));
    assertEquals("Hello", text(ok(fixture.as(approver, "POST", path, null)), "subject"));
    assertFalse(eventTypes().contains("message.released"));
    assertEquals(
        "404 not_found",
        refusal(fixture.as(approver, "POST", BOX + "/messages/msg_missing/release", null)));
  }
}
