package dev.agentmailbox.http.api.access;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS;
import static dev.agentmailbox.port.access.AccessTables.PUSH_SUBSCRIPTIONS_OF_HUMAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.PushSubscription;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.RecordingPush;
import dev.agentmailbox.service.account.Members;
import java.net.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Notices in browsers: who subscribes, what is shown, and when it ends. */
class PushIT {
  private static final String PATH = "/v0/console/push";
  private static final String OWNER = "owner@localhost";

  private final RecordingPush push = new RecordingPush();

  @AutoClose
  private final MailboxFixture fixture =
      MailboxFixture.startWith(Mailbox.builder().approvers(Members::approvers).push(push));

  private String owner = "";

  @BeforeEach
  void prepare() {
    owner = fixture.signInByCode(OWNER);
    String session = fixture.signIn(fixture.human(Role.OWNER));
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
    ok(fixture.as(session, "PATCH", "/v0/policy", "{\"approval_flags\":[\"first_contact\"]}"));
  }

  private HttpResponse<String> subscribe(@Nullable String cookie, String endpoint) {
    String keys = ",\"p256dh\":\"BPublic\",\"auth\":\"secret\"}";
    return fixture.asHuman(cookie, "POST", PATH, "{\"endpoint\":\"" + endpoint + "\"" + keys);
  }

  private void subscribed(String cookie, String browser) {
    HttpResponse<String> response = subscribe(cookie, "https://push.example/" + browser);
    assertEquals(204, response.statusCode(), response.body());
  }

  /** What is shown of a new send that waits. */
  private List<String> shown(String subject) {
    push.shown.clear();
    ok(
        fixture.post(
            "/v0/inboxes/orders@agents.localhost/messages/send",
            "{\"to\":[\"bob@example.com\"],\"subject\":\"" + subject + "\",\"text\":\"Hello\"}"));
    fixture.mailbox.maintenance().runDue();
    return List.copyOf(push.shown);
  }

  @Test
  void a_send_that_waits_is_shown_in_the_browsers_of_its_approvers() {
    assertEquals(
        RecordingPush.PUBLIC_KEY,
        ok(fixture.asHuman(owner, "GET", PATH, null)).get("public_key").asString());
    subscribed(owner, "phone");
    String shown = shown("Your refund").get(0);
    assertTrue(
        shown.matches(
            "phone: Approve: Your refund → bob@example.com"
                + " \\| from orders@agents.localhost; goes to a new contact"
                + " \\| /approvals/apr_[0-9a-z]+"),
        shown);
  }

  @Test
  void what_a_browser_said_it_would_take_is_forgotten_when_it_takes_no_more() {
    subscribed(owner, "gone");
    assertEquals(1, shown("First").size());
    assertEquals(List.of(), subscriptions());
  }

  private List<String> subscriptions() {
    String user = fixture.mailbox.firstOwner().id();
    return fixture
        .mailbox
        .context()
        .read(
            tx ->
                tx.table(PUSH_SUBSCRIPTIONS).list(PUSH_SUBSCRIPTIONS_OF_HUMAN, user).stream()
                    .map(PushSubscription::endpoint)
                    .toList());
  }

  @Test
  void the_sixth_browser_replaces_the_oldest() {
    for (int i = 1; i <= 6; i++) {
      subscribed(owner, "b" + i);
    }
    assertEquals(5, subscriptions().size());
    assertTrue(subscriptions().stream().noneMatch(one -> one.endsWith("b1")), "the oldest is gone");
  }

  @Test
  void a_browser_that_somebody_else_uses_now_is_theirs() {
    subscribed(owner, "shared");
    String invitation = "{\"email\":\"ann@example.com\",\"role\":\"approver\"}";
    ok(fixture.asHuman(owner, "POST", "/v0/organizations/members", invitation));
    String ann = fixture.joinByCode("ann@example.com");
    subscribed(ann, "shared");
    assertEquals(List.of(), subscriptions());
  }

  @Test
  void notices_end_when_they_are_turned_off_and_with_sign_out_everywhere() {
    subscribed(owner, "phone");
    subscribed(owner, "desk");
    String body = "{\"endpoint\":\"https://push.example/phone\"}";
    assertEquals(204, fixture.asHuman(owner, "POST", PATH + "/remove", body).statusCode());
    assertEquals(204, fixture.asHuman(owner, "POST", PATH + "/remove", body).statusCode());
    assertEquals(List.of("https://push.example/desk"), subscriptions());
    fixture.asHuman(owner, "POST", "/v0/console/sign-out", "{\"everywhere\":true}");
    assertEquals(List.of(), subscriptions());
  }

  @Test
  void wrong_endpoints_keys_and_callers_are_refused_and_additions_are_limited() {
    assertEquals(400, subscribe(owner, "https://127.0.0.1/").statusCode());
    assertEquals(400, subscribe(owner, "").statusCode());
    assertEquals(400, subscribe(owner, "https://push.example/" + "x".repeat(2_048)).statusCode());
    assertEquals(401, subscribe(null, "https://push.example/a").statusCode());
    assertEquals(403, fixture.post(PATH, "{}").statusCode());
    for (int i = 0; i < 20; i++) {
      subscribed(owner, "phone");
    }
    HttpResponse<String> refused = subscribe(owner, "https://push.example/phone");
    assertEquals(429, refused.statusCode());
    assertTrue(!refused.body().contains("push.example"), refused.body());
  }
}
