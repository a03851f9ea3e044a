package dev.agentmailbox.http.api.account;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.Problems.code;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.limit.AddressRange;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The waitlist and invites at the HTTP door. */
class WaitlistAndInvitesIT {
  private static final String HERE = "192.0.2.1";

  /** Sign-in codes for one network range in an hour. */
  private static final int CODES_FROM_RANGE = 20;

  private static final String GUEST = "guest@example.com";
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");

  @AutoClose
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  private final String operator = fixture.signInByCode("owner@localhost");

  private HttpResponse<String> join(String body) {
    return fixture.send(
        fixture
            .request("/v0/waitlist")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> take(String body) {
    return fixture.asHuman(null, "POST", "/v0/console/waitlist", body);
  }

  @Test
  void a_place_whose_code_was_refused_is_refused_again_and_not_answered_as_taken() {
    // One code was the operator's.
    for (int i = 1; i < CODES_FROM_RANGE; i++) {
      String body = "{\"email\":\"guest%d@example.com\"}".formatted(i);
      assertEquals(
          202, fixture.asHuman(null, "POST", "/v0/console/sign-in/code", body).statusCode());
    }
    String body = "{\"email\":\"" + GUEST + "\"}";
    for (int i = 0; i < 2; i++) {
      assertEquals(429, keyed(fixture, "/v0/console/waitlist", HERE, body).statusCode());
    }
  }

  @Test
  void strangers_who_choose_the_same_key_and_the_same_words_get_links_of_their_own() {
    try (MailboxFixture proxied =
        MailboxFixture.start(
            settings -> settings.withTrustedProxies(List.of(AddressRange.parse("127.0.0.1"))))) {
      String first = link(proxied, HERE);
      assertEquals(first, link(proxied, HERE));
      assertNotEquals(first, link(proxied, "192.0.2.2"));
    }
  }

  private static HttpResponse<String> keyed(
      MailboxFixture at, String path, String from, String body) {
    return at.send(
        at.request(path)
            .header("Origin", MailboxFixture.ORIGIN)
            .header("Idempotency-Key", "1")
            .header("X-Forwarded-For", from)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static String link(MailboxFixture at, String from) {
    return json(keyed(at, "/v0/waitlist", from, "{\"use_case\":\"other\"}"))
        .get("claim_url")
        .stringValue();
  }

  private String verified(String email) {
    String body = "{\"email\":\"%s\",\"code\":\"%s\"}".formatted(email, fixture.code(email));
    return MailboxFixture.cookie(fixture.asHuman(null, "POST", "/v0/console/sign-in/verify", body));
  }

  // spec PublicEndpoints.5, ErrorCodes.9
  @Test
  void an_agents_human_joins_is_invited_and_gets_in() {
    HttpResponse<String> joined =
        join("{\"use_case\":\"research\",\"framework\":\"own\",\"uses_other_agent_mail\":true}");
    assertEquals(202, joined.statusCode(), joined.body());
    JsonNode entry = json(joined);
    assertTrue(entry.get("entry_id").stringValue().startsWith("wle_"));
    assertEquals("2026-03-02T12:00:00.000Z", entry.get("expires_at").stringValue());
    String url = entry.get("claim_url").stringValue();
    assertTrue(url.startsWith("http://localhost:8080/console/waitlist/"), url);
    assertTrue(entry.get("human_message").get("zh").stringValue().contains(url));

    String token = url.substring(url.lastIndexOf('/') + 1);
    String body = "{\"email\":\"%s\",\"token\":\"%s\"}".formatted(GUEST, token);
    assertEquals(202, take(body).statusCode());
    assertEquals("gone", code(take(body)));
    String guest = verified(GUEST);
    assertEquals(
        "waitlisted",
        json(fixture.asHuman(guest, "GET", "/v0/console/me", null)).get("status").stringValue());
    assertEquals("account_inactive", code(fixture.asHuman(guest, "GET", "/v0/inboxes", null)));

    JsonNode waiting =
        json(fixture.asHuman(operator, "GET", "/v0/operator/waitlist", null)).get("entries").get(0);
    assertEquals(GUEST, waiting.get("email").stringValue());
    assertEquals("research", waiting.get("use_case").stringValue());
    JsonNode invite =
        json(
            fixture.asHuman(
                operator, "POST", "/v0/operator/invites", "{\"email\":\"" + GUEST + "\"}"));
    assertEquals("account_inactive", code(fixture.asHuman(guest, "GET", "/v0/inboxes", null)));
    String wrong = "{\"code\":\"MBX-0000-0000\"}";
    assertEquals(
        "invite_invalid",
        code(fixture.asHuman(guest, "POST", "/v0/console/invites/redeem", wrong)));
    String right = "{\"code\":\"" + invite.get("invite_code").stringValue() + "\"}";
    JsonNode me = json(fixture.asHuman(guest, "POST", "/v0/console/invites/redeem", right));
    assertEquals("active", me.get("status").stringValue());
    assertEquals("owner", me.get("organizations").get(0).get("role").stringValue());
    assertEquals(200, fixture.asHuman(guest, "GET", "/v0/inboxes", null).statusCode());
    JsonNode listed =
        json(fixture.asHuman(operator, "GET", "/v0/operator/invites", null)).get("invites").get(0);
    assertEquals("used", listed.get("status").stringValue());
    assertFalse(listed.has("invite_code"));
  }

  // spec Public.4, Sizes.10, ErrorCodes.1
  @Test
  void a_field_that_is_not_named_is_refused() {
    assertEquals(
        List.of("human_email", "use_case"), paths(join("{\"human_email\":\"a@example.com\"}")));
    assertEquals(
        List.of("use_case", "framework", "note"),
        paths(
            join(
                "{\"use_case\":\"spam\",\"framework\":\"%s\",\"note\":\"%s\"}"
                    .formatted("x".repeat(65), "x".repeat(281)))));
  }

  // spec ConsoleLimits.8
  @Test
  void known_and_unknown_addresses_are_answered_alike() {
    HttpResponse<String> known = take("{\"email\":\"owner@localhost\"}");
    HttpResponse<String> unknown = take("{\"email\":\"stranger@example.com\"}");
    assertEquals(known.statusCode(), unknown.statusCode());
    assertEquals(known.body(), unknown.body());
    assertEquals(
        "origin_mismatch",
        code(
            fixture.send(
                fixture
                    .request("/v0/console/waitlist")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"email\":\"a@example.com\"}")))));
  }

  // spec Beta.1, Beta.2
  @Test
  void operators_choose_the_mode_and_everybody_sees_it() {
    JsonNode before = json(fixture.call(fixture.key, "GET", "/v0/beta", null));
    assertEquals("waitlist", before.get("signup").stringValue());
    assertEquals("open", before.get("waitlist").stringValue());
    assertEquals(
        "http://localhost:8080/console/waitlist", before.get("waitlist_url").stringValue());

    String closed = "{\"signup\":\"invite_only\",\"waitlist\":\"closed\"}";
    assertEquals(
        200, fixture.asHuman(operator, "PATCH", "/v0/operator/sign-up", closed).statusCode());
    JsonNode after = json(fixture.call(fixture.key, "GET", "/v0/beta", null));
    assertEquals("invite_only", after.get("signup").stringValue());
    assertEquals("closed", after.get("waitlist").stringValue());
    HttpResponse<String> dropped = join("{\"use_case\":\"other\"}");
    assertEquals(202, dropped.statusCode());
    assertTrue(json(dropped).has("claim_url"));
    assertEquals(
        "validation_error", code(fixture.asHuman(operator, "PATCH", "/v0/operator/sign-up", "{}")));
  }

  // spec Rates.6
  @Test
  void the_sixth_entry_of_a_range_waits_a_day() {
    for (int i = 0; i < 5; i++) {
      assertEquals(202, join("{\"use_case\":\"other\"}").statusCode());
    }
    HttpResponse<String> limited = join("{\"use_case\":\"other\"}");
    assertEquals(429, limited.statusCode());
    assertEquals("86400", limited.headers().firstValue("retry-after").orElse(""));
  }
}
