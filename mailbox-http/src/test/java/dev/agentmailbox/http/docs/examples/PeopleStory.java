package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.RecordingPush;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.http.api.access.SoftPasskey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The humans of the shop: how they sign in, invite one another and let agents in. */
final class PeopleStory {
  static final String OWNER = "mira@example.com";
  private static final String CONSOLE = "/v0/console";

  private final Recorder to;
  private final MailboxFixture fixture;

  private PeopleStory(Recorder to) {
    this.to = to;
    this.fixture = to.fixture;
  }

  /** The owner signs in. */
  static void begin(Recorder to) {
    PeopleStory story = new PeopleStory(to);
    to.signedIn(story.signIn(OWNER));
    to.get("/v0/health");
    to.get("/v0/beta");
    to.get("/v0/openapi.json");
  }

  static void tell(Recorder to) {
    PeopleStory story = new PeopleStory(to);
    story.console();
    story.passkeys();
    story.notices();
    story.members();
    story.agents();
    story.guests();
    story.operator();
    story.notOffered();
  }

  private String signIn(String email) {
    to.open("POST", CONSOLE + "/sign-in/code", "{\"email\":\"" + email + "\"}");
    return verified(email);
  }

  private String verified(String email) {
    String body = "{\"email\":\"%s\",\"code\":\"%s\"}".formatted(email, fixture.code(email));
    return MailboxFixture.cookie(to.as(null, "POST", CONSOLE + "/sign-in/verify", body));
  }

  private JsonNode as(@Nullable String cookie, String method, String path, @Nullable String body) {
    return Recorder.ok(to.as(cookie, method, path, body));
  }

  private void console() {
    String cookie = signIn(OWNER);
    to.as(null, "GET", Api.firstLink("", fixture.mailbox.firstLink().make()), null);
    as(cookie, "GET", CONSOLE + "/me", null);
    as(cookie, "POST", CONSOLE + "/step-up/code", null);
    String code = "{\"code\":\"" + fixture.code(OWNER) + "\"}";
    cookie = MailboxFixture.cookie(to.as(cookie, "POST", CONSOLE + "/step-up/verify", code));
    String organization = fixture.organization().id();
    String choice = "{\"organization_id\":\"" + organization + "\"}";
    as(cookie, "POST", CONSOLE + "/organization", choice);
    to.as(cookie, "POST", CONSOLE + "/sign-out", "{\"everywhere\":false}");
  }

  private void passkeys() {
    SoftPasskey passkey = new SoftPasskey();
    String cookie = signIn(OWNER);
    JsonNode options = as(cookie, "POST", CONSOLE + "/passkeys/options", null);
    String made = passkey.create(options.get("public_key"));
    JsonNode added =
        as(
            cookie,
            "POST",
            CONSOLE + "/passkeys",
            "{\"name\":\"Laptop\",\"credential\":" + made + "}");
    as(cookie, "GET", CONSOLE + "/passkeys", null);
    JsonNode asked = as(null, "POST", CONSOLE + "/sign-in/passkey/options", null);
    String given = credential(passkey, asked);
    cookie = MailboxFixture.cookie(to.as(null, "POST", CONSOLE + "/sign-in/passkey/verify", given));
    JsonNode again = as(cookie, "POST", CONSOLE + "/step-up/passkey/options", null);
    cookie =
        MailboxFixture.cookie(
            to.as(cookie, "POST", CONSOLE + "/step-up/passkey/verify", credential(passkey, again)));
    to.as(cookie, "DELETE", CONSOLE + "/passkeys/" + added.get("passkey_id").stringValue(), null);
  }

  private void notices() {
    String push = CONSOLE + "/push";
    String endpoint = "{\"endpoint\":\"https://push.example/send/d2ViLXB1c2g\"";
    as(to.owner(), "GET", push, null);
    to.as(
        to.owner(),
        "POST",
        push,
        endpoint
            + ",\"p256dh\":\""
            + RecordingPush.PUBLIC_KEY
            + "\",\"auth\":\"BTBZMqHH6r4Tts7J_aSIgg\"}");
    to.as(to.owner(), "POST", push + "/remove", endpoint + "}");
  }

  private static String credential(SoftPasskey passkey, JsonNode options) {
    return "{\"credential\":" + passkey.get(options.get("public_key")) + "}";
  }

  private void members() {
    String members = "/v0/organizations/members";
    String noor = "{\"email\":\"noor@example.com\",\"role\":\"approver\"}";
    String user = to.post(members, noor).get("user_id").stringValue();
    to.get(members);
    to.patch(members + "/" + user, "{\"role\":\"owner\"}");
    String cookie = signIn("noor@example.com");
    String membership = CONSOLE + "/memberships/" + fixture.organization().id();
    as(cookie, "POST", membership + "/accept", null);
    as(cookie, "POST", membership + "/leave", null);
    String sam = "{\"email\":\"sam@example.com\",\"role\":\"approver\"}";
    to.delete(members + "/" + to.post(members, sam).get("user_id").stringValue());
    to.get("/v0/audit?limit=2");
    to.as(to.owner(), "GET", "/v0/audit/export", null);
  }

  private void agents() {
    JsonNode code = to.post("/v0/agent/codes", "{\"note\":\"Night shift\"}");
    to.get("/v0/agent/codes");
    String asked =
        "{\"invite_code\":\"%s\",\"username\":\"night-shift\"}"
            .formatted(code.get("invite_code").stringValue());
    JsonNode signedUp = to.post("/v0/agent/sign-up", asked);
    String claim = signedUp.get("claim_code").stringValue();
    to.refused(
        "claim_required",
        to.with(signedUp.get("api_key").stringValue(), null, "GET", "/v0/inboxes", null));
    to.post("/v0/agent/claim", "{\"claim_code\":\"" + claim + "\"}");
    to.refused("signup_closed", to.with(null, null, "POST", "/v0/agent/sign-up", asked));
    JsonNode other = to.post("/v0/agent/codes", "{}");
    to.delete("/v0/agent/codes/" + other.get("code_id").stringValue());
  }

  private void guests() {
    String asked =
        "{\"use_case\":\"support_agent\",\"expected_monthly_volume\":\"100_1k\","
            + "\"note\":\"A bot for a small shop\"}";
    JsonNode place = to.post("/v0/waitlist", asked);
    String url = place.get("claim_url").stringValue();
    String token = url.substring(url.lastIndexOf('/') + 1);
    String guest = "ida@example.com";
    as(
        null,
        "POST",
        CONSOLE + "/waitlist",
        "{\"email\":\"%s\",\"token\":\"%s\"}".formatted(guest, token));
    String cookie = verified(guest);
    to.refused("account_inactive", to.as(cookie, "GET", "/v0/inboxes", null));
    as(null, "POST", CONSOLE + "/waitlist", "{\"email\":\"tom@example.com\"}");
    verified("tom@example.com");
    JsonNode waiting = to.get("/v0/operator/waitlist").get("entries");
    JsonNode invite = to.post("/v0/operator/invites", "{\"email\":\"" + guest + "\"}");
    to.get("/v0/operator/invites");
    String wrong = "{\"code\":\"MBX-0000-0000\"}";
    to.refused("invite_invalid", to.as(cookie, "POST", CONSOLE + "/invites/redeem", wrong));
    String right = "{\"code\":\"" + invite.get("invite_code").stringValue() + "\"}";
    as(cookie, "POST", CONSOLE + "/invites/redeem", right);
    for (JsonNode entry : waiting) {
      if (entry.get("email").stringValue().startsWith("tom")) {
        to.call(
            "POST",
            "/v0/operator/waitlist/" + entry.get("entry_id").stringValue() + "/reject",
            null);
      }
    }
    JsonNode spare = to.post("/v0/operator/invites", "{\"email\":\"uma@example.com\"}");
    to.delete("/v0/operator/invites/" + spare.get("invite_id").stringValue());
  }

  private void operator() {
    to.get("/v0/operator/organizations");
    String organization = fixture.organization().id();
    to.patch("/v0/operator/organizations/" + organization, "{\"plan\":{\"inbox_limit\":100}}");
    to.patch("/v0/operator/sign-up", "{\"signup\":\"invite_only\",\"waitlist\":\"open\"}");
    to.call("POST", "/v0/operator/sending/pause", null);
    to.call("POST", "/v0/operator/sending/resume", null);
    to.post("/v0/organizations/suspend", "{\"reason\":\"The agent answers in a loop\"}");
    to.call("POST", "/v0/organizations/resume", null);
    to.human(
        "POST",
        "/v0/organizations/erase",
        "{\"address\":\"former.customer@example.com\",\"dry_run\":true}");
  }

  private void notOffered() {
    to.refused(
        "not_implemented",
        to.with(fixture.key, null, "POST", "/v0/inboxes/support@agents.localhost/authorize", null));
    to.as(null, "POST", "/v0/agent/human", null);
    to.as(null, "POST", "/v0/agent/verify", null);
  }
}
