package dev.agentmailbox.http.api.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.Problems;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.memory.InMemoryStore;
import dev.agentmailbox.port.Screening;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a refused send says beyond its place in the order, which {@link SendRefusalIT} has. */
class SendProblemIT {
  private static final String BOX = "/v0/inboxes/sender@agents.localhost";
  private static final String MAIL = "{\"to\":[\"bob@example.com\"],\"text\":\"Hello\"}";
  private static final List<String> WAYS =
      List.of(
          "/messages/send",
          "/messages/msg_missing/reply",
          "/messages/msg_missing/reply-all",
          "/messages/msg_missing/forward",
          "/drafts/drf_missing/send");

  @AutoClose private MailboxFixture fixture = fixture();

  /** What arrives is held. */
  private static MailboxFixture fixture() {
    Screening holding = mail -> new Screening.Findings(false, false, Set.of("injection_suspected"));
    return opened(MailboxFixture.startWith(Mailbox.builder().screening(holding)));
  }

  private static MailboxFixture opened(MailboxFixture made) {
    made.mailbox.agent().createInbox("sender");
    return made;
  }

  private void replaceBy(MailboxFixture other) {
    fixture.close();
    fixture = opened(other);
  }

  private static String body(String way) {
    if (way.startsWith("/drafts")) {
      return "{}";
    }
    boolean named = way.endsWith("/send") || way.endsWith("/forward");
    return named ? MAIL : "{\"text\":\"Hello\"}";
  }

  // spec Conventions.4, Sending.1, SendRequest.2, Sizes.6, ErrorCodes.1
  @Test
  void every_way_to_send_needs_an_idempotency_key() {
    for (String way : WAYS) {
      for (String key : List.of("", "x".repeat(256), "ä b")) {
        HttpRequest.Builder request =
            fixture
                .request(BOX + way)
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body(way)));
        if (!key.isEmpty()) {
          request.header("Idempotency-Key", key);
        }
        HttpResponse<String> refused = fixture.send(request);
        Problems.assertProblem(400, "validation_error", refused);
        assertEquals(List.of("header.Idempotency-Key"), Problems.paths(refused));
      }
    }
  }

  @Test
  void the_problems_of_header_form_and_values_are_listed_at_once() {
    assertEquals(
        List.of(
            "subject",
            "more",
            "header.Idempotency-Key",
            "to[1]",
            "labels[0]",
            "send_at",
            "headers.X-Own"),
        withoutKey(
            "POST",
            "/messages/send",
            """
            {"to":["bob@example.com","no address"],"cc":[],"labels":["sent"],"subject":7,"more":1,
             "send_at":"2000-01-01T00:00:00Z","headers":{"X-Own":"a"}}\
            """));
    assertEquals(
        List.of("header.Idempotency-Key", "attachments[0].content"),
        withoutKey(
            "POST",
            "/messages/msg_missing/reply",
            "{\"text\":\"Hello\",\"attachments\":[{\"content\":\"?\"}]}"));
    assertEquals(
        List.of("header.Idempotency-Key", "add_labels[0]"),
        withoutKey("POST", "/drafts/drf_missing/send", "{\"add_labels\":[\"No Label\"]}"));
    assertEquals(
        List.of("text", "to[0]"),
        withoutKey("POST", "/drafts", "{\"to\":[\"no address\"],\"text\":7}"));
    assertEquals(
        List.of("text", "add_attachments[0].content", "add_labels[0]"),
        withoutKey(
            "PATCH",
            "/drafts/drf_missing",
            "{\"text\":7,\"add_labels\":[\"sent\"],\"add_attachments\":[{\"content\":\"?\"}]}"));
  }

  @Test
  void a_problem_inside_a_list_hides_no_other_problem_of_the_list() {
    assertEquals(
        List.of(
            "attachments[0].more",
            "attachments[1].filename",
            "attachments[2]",
            "header.Idempotency-Key",
            "attachments[0].content",
            "attachments[3].content"),
        withoutKey(
            "POST",
            "/messages/send",
            """
            {"to":["bob@example.com"],"text":"Hello","attachments":[
              {"content":"?","more":1},{"content":"YQ==","filename":7},8,{"content":"?"}]}\
            """));
    assertEquals(
        List.of("attachments[0].content", "labels[1]", "labels[0]", "attachments[1].content"),
        withoutKey(
            "POST",
            "/drafts",
            """
            {"attachments":[{"filename":"a"},{"content":"?"}],"labels":["No Label",7]}\
            """));
  }

  @Test
  void a_field_that_could_not_be_read_is_wrong_once() {
    assertEquals(
        List.of("to[1]", "header.Idempotency-Key", "to[0]"),
        withoutKey("POST", "/messages/send", "{\"to\":[\"no address\",7]}"));
    assertEquals(
        List.of("to", "header.Idempotency-Key"), withoutKey("POST", "/messages/send", "{}"));
    assertEquals(
        List.of("in_reply_to"),
        withoutKey("POST", "/drafts", "{\"in_reply_to\":7,\"reply_all\":true}"));
    assertEquals(List.of("text"), withoutKey("PATCH", "/drafts/drf_missing", "{\"text\":7}"));
    assertEquals(
        List.of("body", "header.Idempotency-Key"), withoutKey("POST", "/messages/send", "[1]"));
  }

  private List<String> withoutKey(String method, String way, String body) {
    HttpResponse<String> refused =
        fixture.send(
            fixture
                .request(BOX + way)
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    Problems.assertProblem(400, "validation_error", refused);
    return Problems.paths(refused);
  }

  @Test
  void what_a_send_is_about_has_to_exist() {
    for (String way : WAYS.subList(1, WAYS.size())) {
      Problems.assertProblem(404, "not_found", fixture.post(BOX + way, body(way)));
    }
    Problems.assertProblem(
        404, "not_found", fixture.post("/v0/inboxes/x@agents.localhost/messages/send", MAIL));
  }

  @Test
  void held_mail_is_answered_and_passed_on_by_humans_only() {
    fixture
        .mailbox
        .agent()
        .deliver(
            "bob@example.com",
            fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "sender@agents.localhost"),
            "Hello",
            "Hi");
    String held =
        MailboxFixture.json(fixture.get(BOX + "/messages"))
            .get("messages")
            .get(0)
            .get("message_id")
            .stringValue();
    for (String verb : List.of("reply", "reply-all", "forward")) {
      String way = "/messages/" + held + "/" + verb;
      Problems.assertProblem(403, "human_required", fixture.post(BOX + way, body(way)));
    }
  }

  // spec SendRequest.11
  @Test
  void every_reason_that_blocks_is_told_at_once() {
    fixture
        .mailbox
        .context()
        .write(tx -> tx.lists().insert(entry("gone@example.com", ListEntry.Type.BLOCK, true)));
    assertEquals(
        200, fixture.post(BOX + "/lists/send/block", "{\"entry\":\"no@a.test\"}").statusCode());
    assertEquals(
        200, fixture.post(BOX + "/lists/send/allow", "{\"entry\":\"example.com\"}").statusCode());
    String secret = "sk_abcdefgh_" + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
    HttpResponse<String> refused =
        fixture.post(
            BOX + "/messages/send",
            """
            {"to":["no@a.test","gone@example.com"],"cc":["else@b.test"],"bcc":["x@example.com"],
             "expected_recipients":["no@a.test"],"subject":"{{name}} %s","text":" "}\
            """
                .formatted(secret));
    Problems.assertProblem(422, "send_blocked", refused);
    assertEquals(
        Set.of(
            "placeholder",
            "expected_recipients_mismatch",
            "recipient_blocked",
            "recipient_not_allowed",
            "recipient_suppressed",
            "bcc_not_allowed",
            "empty_message",
            "secret_detected"),
        reasons(refused));
    assertFalse(refused.body().contains(secret));
  }

  private static Set<String> reasons(HttpResponse<String> refused) {
    Set<String> reasons = new HashSet<>();
    MailboxFixture.json(refused).get("reasons").forEach(r -> reasons.add(r.stringValue()));
    return reasons;
  }

  private ListEntry entry(String address, ListEntry.Type type, boolean suppression) {
    return new ListEntry(
        address,
        ListEntry.Direction.SEND,
        type,
        fixture.organization(),
        null,
        suppression,
        fixture.mailbox.context().now());
  }

  @Test
  void a_key_that_asks_too_often_is_limited_before_anything_else_is_looked_at() {
    replaceBy(MailboxFixture.start(settings -> settings.withRates(1, 0)));
    fixture.get("/v0/inboxes");
    HttpResponse<String> limited = fixture.post(BOX + "/messages/send", "no json");
    Problems.assertProblem(429, "rate_limited", limited);
    assertTrue(limited.headers().firstValue("retry-after").isPresent());
  }

  @Test
  void content_that_cannot_be_stored_is_no_reason_to_give_up() {
    replaceBy(MailboxFixture.startWith(Mailbox.builder().store(new InMemoryStore(100))));
    HttpResponse<String> refused = fixture.post(BOX + "/messages/send", MAIL);
    Problems.assertProblem(503, "upstream_unavailable", refused);
    assertTrue(refused.headers().firstValue("retry-after").isPresent());
  }
}
