package dev.agentmailbox.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Caller;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.draft.Draft;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.Problems;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.sending.Send;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Errors that rows declare and no other test asks for. */
class RareErrorsIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";
  private static final String UNCLEAN = "{\"display_name\":\"a\\u0007b\"}";
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));
  private final String operator = fixture.signIn(human(true));
  private String pod = "";

  private Caller.Human human(boolean verified) {
    return new Caller.Human(
        "usr_1", fixture.organization(), Role.OWNER, Role.OWNER.permissions(), verified, true);
  }

  @BeforeEach
  void start() {
    pod = "/v0/pods/" + text(ok(key("POST", "/v0/pods", "{\"name\":\"Shop\"}")), "pod_id");
    ok(key("POST", pod + "/inboxes", "{\"username\":\"orders\"}"));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private HttpResponse<String> key(String method, String path, @Nullable String json) {
    return fixture.call(fixture.key, method, path, json);
  }

  private HttpResponse<String> owner(String method, String path, @Nullable String json) {
    return fixture.as(operator, method, path, json);
  }

  private static JsonNode ok(HttpResponse<String> response) {
    assertTrue(response.statusCode() < 300, response.body());
    return MailboxFixture.json(response);
  }

  private static String text(JsonNode object, String member) {
    return object.get(member).stringValue();
  }

  private static void refused(String code, HttpResponse<String> response) {
    assertEquals(code, Problems.code(response), response.body());
  }

  @Test
  void inboxes_of_a_pod_and_drafts() {
    refused("address_unavailable", key("POST", pod + "/inboxes", "{\"username\":\"orders\"}"));
    refused("invalid_header", key("POST", pod + "/inboxes", UNCLEAN));
    refused("invalid_header", key("PATCH", pod + "/inboxes/orders@agents.localhost", UNCLEAN));
    String draft = text(ok(key("POST", BOX + "/drafts", "{\"text\":\"Hello\"}")), "draft_id");
    String subject = "{\"subject\":\"a\\u0007b\"}";
    refused("invalid_header", key("PATCH", BOX + "/drafts/" + draft, subject));
    String file = Base64.getEncoder().encodeToString(new byte[Draft.MAX_ATTACHMENT_BYTES + 1]);
    String large = "{\"attachments\":[{\"filename\":\"a.bmp\",\"content\":\"" + file + "\"}]}";
    refused("message_too_large", key("POST", BOX + "/drafts", large));
  }

  @Test
  void webhooks_of_every_level() {
    String hook = "{\"url\":\"%s\",\"event_types\":[\"message.received\"]}";
    for (String level : new String[] {"/v0", pod, BOX}) {
      String hooks = level + "/webhooks";
      String inside = hook.formatted("https://127.0.0.1/in");
      refused("webhook_target_forbidden", owner("POST", hooks, inside));
      String good = hook.formatted("https://hooks.example.com/in");
      String one = hooks + "/" + text(ok(owner("POST", hooks, good)), "webhook_id");
      refused(
          "webhook_target_forbidden", owner("PATCH", one, "{\"url\":\"https://127.0.0.1/in\"}"));
    }
  }

  @Test
  void what_is_too_old() {
    Inbox inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "orders@agents.localhost");
    fixture.mailbox.agent().deliver("ana@example.com", inbox, "Lamp", "Hello");
    JsonNode message = ok(key("GET", BOX + "/messages", null)).get("messages").get(0);
    String raw = BOX + "/messages/" + text(message, "message_id") + "/raw";
    URI link = URI.create(text(ok(key("GET", raw, null)), "download_url"));
    String cursor = text(ok(key("GET", "/v0/events?after=latest", null)), "cursor");
    clock.advance(Duration.ofDays(31));
    refused("gone", fixture.send(fixture.request(link.getPath())));
    refused("gone", key("GET", "/v0/events?after=" + cursor, null));
  }

  @Test
  void the_content_of_a_send_is_gone() throws IOException {
    ok(owner("PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
    String mail = "{\"to\":[\"ana@example.com\"],\"subject\":\"Lamp\",\"text\":\"Hello\"}";
    JsonNode sent = ok(key("POST", BOX + "/messages/send", mail));
    JsonNode approval = ok(key("GET", "/v0/approvals", null)).get("approvals").get(0);
    String one = "/v0/approvals/" + text(approval, "approval_id");
    Send send = fixture.mailbox.sends().get(fixture.mailbox.owner(), text(sent, "send_id"));
    fixture.mailbox.context().store().content().delete(send.mail().contentKey());
    refused("gone", owner("GET", one + "/message", null));
    refused("gone", owner("GET", one + "/attachments/att_1", null));
  }

  @Test
  void a_loosened_allow_list_needs_a_step_up_at_every_level() {
    String stale = fixture.signIn(human(false));
    for (String level : new String[] {"/v0", pod, BOX}) {
      String allowed = level + "/lists/send/allow";
      ok(owner("POST", allowed, "{\"entry\":\"example.com\"}"));
      String more = "{\"entry\":\"example.org\"}";
      refused("step_up_required", fixture.as(stale, "POST", allowed, more));
    }
  }

  @Test
  void passkeys_are_added_and_removed_after_a_step_up() {
    String cookie = fixture.signInByCode("owner@localhost");
    clock.advance(Duration.ofMinutes(6));
    String passkeys = "/v0/console/passkeys";
    String added = "{\"name\":\"phone\",\"credential\":{}}";
    refused("step_up_required", fixture.asHuman(cookie, "POST", passkeys, added));
    refused("step_up_required", fixture.asHuman(cookie, "DELETE", passkeys + "/pk_1", null));
  }

  @Test
  void a_closed_waitlist_takes_nobody() {
    ok(owner("PATCH", "/v0/operator/sign-up", "{\"waitlist\":\"closed\"}"));
    refused(
        "signup_closed",
        fixture.send(
            fixture
                .request("/v0/console/waitlist")
                .header("Origin", MailboxFixture.ORIGIN)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"email\":\"eve@example.com\"}"))));
  }
}
