package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.error.ErrorCode;
import dev.agentmailbox.error.MailboxException;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.problem.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/** What goes wrong at the support desk: a request for every error code. */
final class RefusalStory {
  private static final String NOTICE =
      "{\"to\":[\"ana@example.com\"],\"subject\":\"Order 7: %s\",\"text\":\"Hello Ana\"}";
  private static final int FILE_BYTES = 1_700_000;
  private static final int WORDS = 1_100_000;

  /** Sign-ups of one network range in an hour. */
  private static final int SIGN_UPS = 10;

  private final Recorder to;
  private final MailboxFixture fixture;
  private final MailStory mail;

  private RefusalStory(Recorder to, MailStory mail) {
    this.to = to;
    this.fixture = to.fixture;
    this.mail = mail;
  }

  static void tell(Recorder to, MailStory mail) {
    RefusalStory story = new RefusalStory(to, mail);
    story.requests();
    story.sends();
    story.bodies();
    story.humans();
    story.sendingAsAWhole();
    story.notByARequest();
  }

  private HttpResponse<String> key(String method, String path, @Nullable String body) {
    return to.with(fixture.key, null, method, path, body);
  }

  private HttpResponse<String> owner(String method, String path, @Nullable String body) {
    return to.with(null, to.owner(), method, path, body);
  }

  private void requests() {
    to.refused("invalid_request", key("GET", "/v0/inboxes?page_token=pt_7", null));
    to.refused("unauthorized", to.with(null, null, "GET", "/v0/inboxes", null));
    to.refused("not_found", key("GET", mail.box + "/messages/msg_1m6dqs9m00000000", null));
    to.refused("method_not_allowed", fixture.call(fixture.key, "PUT", "/v0/inboxes", "{}"));
    to.refused("address_unavailable", key("POST", "/v0/inboxes", "{\"username\":\"support\"}"));
    String reader = fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ));
    to.refused("missing_permission", to.with(reader, null, "POST", "/v0/inboxes", "{}"));
    to.refused("idempotency_conflict", again(NOTICE.formatted("one"), NOTICE.formatted("two")));
    for (int i = 0; i < SIGN_UPS; i++) {
      to.with(null, null, "POST", "/v0/agent/sign-up", "{}");
    }
    to.refused("rate_limited", to.with(null, null, "POST", "/v0/agent/sign-up", "{}"));
  }

  /** A request whose idempotency key was used for another. */
  private HttpResponse<String> again(String first, String second) {
    HttpResponse<String> response = null;
    for (String body : new String[] {first, second}) {
      response =
          fixture.send(
              fixture
                  .request(mail.box + "/messages/send")
                  .header("Authorization", "Bearer " + fixture.key)
                  .header("Idempotency-Key", "order-7")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(body)));
    }
    return java.util.Objects.requireNonNull(response);
  }

  private void sends() {
    String send = mail.box + "/messages/send";
    String told = NOTICE.formatted("a new lamp");
    key("POST", send, told);
    to.refused("duplicate_send", key("POST", send, told));
    to.refused("send_blocked", key("POST", send, told.replace("Ana", "{{first_name}}")));
    to.refused("invalid_header", key("POST", send, told.replace("7:", "7\\n")));
    to.refused("validation_error", key("POST", send, "{\"to\":[\"ana\"],\"limit\":7}"));
    to.call("PUT", mail.box + "/threads/" + mail.thread() + "/lock", null);
    String reply = mail.box + "/messages/" + mail.question() + "/reply";
    to.refused("thread_locked", key("POST", reply, "{\"text\":\"It is on its way.\"}"));
    to.delete(mail.box + "/threads/" + mail.thread() + "/lock");
  }

  private void bodies() {
    String file =
        Base64.getEncoder().encodeToString("x".repeat(FILE_BYTES).getBytes(StandardCharsets.UTF_8));
    String files = "[{\"filename\":\"lamp.bmp\",\"content\":\"" + file + "\"}]";
    String drafts = mail.box + "/drafts";
    String id =
        Recorder.ok(key("POST", drafts, "{\"attachments\":" + files + "}"))
            .get("draft_id")
            .stringValue();
    String more = "{\"add_attachments\":" + files + "}";
    key("PATCH", drafts + "/" + id, more);
    to.refused("message_too_large", key("PATCH", drafts + "/" + id, more));
    to.refused(
        "payload_too_large", key("POST", drafts, "{\"text\":\"" + "x".repeat(WORDS) + "\"}"));
    to.refused(
        "unsupported_media_type",
        fixture.send(
            fixture
                .request(drafts)
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("Hello"))));
  }

  private void humans() {
    String hook = "{\"url\":\"https://127.0.0.1/mail\",\"event_types\":[\"message.received\"]}";
    to.refused("webhook_target_forbidden", owner("POST", "/v0/webhooks", hook));
    to.refused(
        "conflict",
        owner("POST", "/v0/console/memberships/" + fixture.organization().id() + "/leave", null));
    to.refused(
        "origin_mismatch",
        fixture.send(
            fixture
                .request("/v0/console/sign-in/code")
                .header("Origin", "https://elsewhere.example")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"email\":\"mira@example.com\"}"))));
    String place =
        Recorder.ok(to.with(null, null, "POST", "/v0/waitlist", "{\"use_case\":\"other\"}"))
            .get("claim_url")
            .stringValue();
    String taken =
        "{\"email\":\"eve@example.com\",\"token\":\"%s\"}"
            .formatted(place.substring(place.lastIndexOf('/') + 1));
    to.as(null, "POST", "/v0/console/waitlist", taken);
    to.refused("gone", to.as(null, "POST", "/v0/console/waitlist", taken));
  }

  private void sendingAsAWhole() {
    String send = mail.box + "/messages/send";
    String told = NOTICE.formatted("your invoice");
    to.human("POST", "/v0/operator/sending/pause", null);
    to.refused("sending_paused", key("POST", send, told));
    to.human("POST", "/v0/operator/sending/resume", null);
    to.human("POST", "/v0/organizations/suspend", "{}");
    to.refused("account_suspended", key("POST", send, told));
    to.human("POST", "/v0/organizations/resume", null);
    String plan = "/v0/operator/organizations/" + fixture.organization().id();
    to.human("PATCH", plan, "{\"plan\":{\"daily_recipients\":0}}");
    to.refused("daily_limit_exceeded", key("POST", send, told));
  }

  /** A step-up that is too long ago. */
  static void later(Recorder to) {
    to.refused(
        "step_up_required",
        to.with(null, to.owner(), "POST", "/v0/api-keys", "{\"name\":\"Night agent\"}"));
  }

  /** What no request can bring about in a server that works. */
  private void notByARequest() {
    written(ErrorCode.INTERNAL_ERROR, "an unexpected error occurred");
    written(ErrorCode.UPSTREAM_UNAVAILABLE, "the store does not respond");
  }

  private void written(ErrorCode code, String text) {
    Problem problem =
        new Problem(
            MailboxException.of(code, text),
            fixture.settings().docsUrl(),
            "/v0/inboxes",
            "req_1m6dqs9m00000000",
            false);
    to.problem(TestServer.JSON.readTree(problem.toJson()));
  }
}
