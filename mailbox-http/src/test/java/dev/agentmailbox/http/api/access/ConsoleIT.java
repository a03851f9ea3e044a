package dev.agentmailbox.http.api.access;

import static dev.agentmailbox.http.Problems.code;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.api.Api;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Humans at the HTTP door: sign-in, cookie, Origin, step-up. */
class ConsoleIT {
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
  void the_owner_signs_in_with_a_code_and_learns_who_he_is() {
    assertEquals(
        202,
        post(null, "/v0/console/sign-in/code", "{\"email\":\"Owner@LocalHost\"}").statusCode());
    HttpResponse<String> verified =
        post(
            null,
            "/v0/console/sign-in/verify",
            "{\"email\":\"owner@localhost\",\"code\":\"" + fixture.code(OWNER) + "\"}");

    assertEquals(200, verified.statusCode(), verified.body());
    assertEquals("no-store", verified.headers().firstValue("cache-control").orElse(""));
    String header = verified.headers().firstValue("set-cookie").orElseThrow();
    assertTrue(
        header.matches("mailbox_session=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict"),
        "attributes of the cookie");
    HttpResponse<String> me = get(MailboxFixture.cookie(verified), "/v0/console/me");
    assertEquals(verified.body(), me.body());
    JsonNode profile = MailboxFixture.json(me);
    assertEquals(OWNER, profile.get("email").stringValue());
    assertTrue(profile.get("user_id").stringValue().startsWith("usr_"));
    assertEquals(1, profile.get("organizations").size());
    assertEquals(
        fixture.organization().id(),
        profile.get("organizations").get(0).get("organization_id").stringValue());
    assertEquals("owner", profile.get("organizations").get(0).get("role").stringValue());
  }

  @Test
  void the_link_of_the_first_start_signs_in_once_and_leads_to_the_console() {
    String link = Api.firstLink("", fixture.mailbox.firstLink().make());
    HttpResponse<String> first = fixture.send(fixture.request(link).GET());
    assertEquals(302, first.statusCode(), first.body());
    assertEquals(
        MailboxFixture.ORIGIN + "/console", first.headers().firstValue("location").orElse(""));
    assertEquals(200, get(MailboxFixture.cookie(first), "/v0/console/me").statusCode());
    assertRefused(401, "unauthorized", fixture.send(fixture.request(link).GET()));
  }

  @Test
  void a_browser_with_a_used_link_is_led_to_a_page_that_signs_in_by_code() {
    String link = Api.firstLink("", fixture.mailbox.firstLink().make());
    assertEquals(302, asBrowser(link).statusCode());
    HttpResponse<String> used = asBrowser(link);
    assertEquals(302, used.statusCode(), used.body());
    assertEquals(
        MailboxFixture.ORIGIN + "/console/link-used",
        used.headers().firstValue("location").orElse(""));
    assertEquals("no-store", used.headers().firstValue("cache-control").orElse(""));
    assertFalse(used.headers().firstValue("set-cookie").isPresent());
    HttpResponse<String> page = asBrowser("/console/link-used");
    assertEquals(200, page.statusCode());
    assertTrue(page.headers().firstValue("content-type").orElse("").startsWith("text/html"));
  }

  private HttpResponse<String> asBrowser(String path) {
    return fixture.send(
        fixture.request(path).header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8").GET());
  }

  // spec ConsoleLimits.8
  @Test
  void a_known_and_an_unknown_address_get_the_same_answers() {
    HttpResponse<String> known =
        post(null, "/v0/console/sign-in/code", "{\"email\":\"owner@localhost\"}");
    HttpResponse<String> unknown =
        post(null, "/v0/console/sign-in/code", "{\"email\":\"nobody@localhost\"}");
    assertEquals(known.statusCode(), unknown.statusCode());
    assertEquals(known.body(), unknown.body());
    fixture.code(OWNER);
    assertFalse(fixture.hasCode("nobody@localhost"));

    HttpResponse<String> wrong = verify(OWNER, "000000");
    HttpResponse<String> nobody = verify("nobody@localhost", "000000");
    HttpResponse<String> neverAsked = verify("other@localhost", "000000");
    assertRefused(401, "unauthorized", wrong);
    for (HttpResponse<String> other : java.util.List.of(nobody, neverAsked)) {
      assertEquals(wrong.statusCode(), other.statusCode());
      assertEquals(withoutId(wrong), withoutId(other));
    }
  }

  private static String withoutId(HttpResponse<String> response) {
    return response.body().replaceAll("req_[a-z0-9]+", "req");
  }

  private HttpResponse<String> verify(String email, String code) {
    return post(
        null,
        "/v0/console/sign-in/verify",
        "{\"email\":\"%s\",\"code\":\"%s\"}".formatted(email, code));
  }

  @Test
  void a_code_works_once() {
    post(null, "/v0/console/sign-in/code", "{\"email\":\"owner@localhost\"}");
    String code = fixture.code(OWNER);
    assertEquals(200, verify(OWNER, code).statusCode());
    assertRefused(401, "unauthorized", verify(OWNER, code));
  }

  @Test
  void sign_in_calls_need_the_origin_of_the_console() {
    for (String path : java.util.List.of("code", "verify")) {
      String body =
          path.equals("code")
              ? "{\"email\":\"owner@localhost\"}"
              : "{\"email\":\"owner@localhost\",\"code\":\"123456\"}";
      for (String origin : java.util.List.of("", "http://localhost:8081", "null")) {
        var request =
            fixture
                .request("/v0/console/sign-in/" + path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        if (!origin.isEmpty()) {
          request.header("Origin", origin);
        }
        assertRefused(403, "origin_mismatch", fixture.send(request));
      }
    }
    assertFalse(fixture.hasCode(OWNER));
  }

  // spec Authentication.9
  @Test
  void a_session_changes_things_only_from_the_origin_of_the_console() {
    String cookie = fixture.signInByCode(OWNER);
    var read = fixture.request("/v0/inboxes").header("Cookie", cookie).GET();
    assertEquals(200, fixture.send(read).statusCode());
    var missing =
        fixture
            .request("/v0/inboxes")
            .header("Cookie", cookie)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}"));
    assertRefused(403, "origin_mismatch", fixture.send(missing));
    assertRefused(
        403, "origin_mismatch", fixture.send(missing.header("Origin", "http://evil.test")));
    assertEquals(200, post(cookie, "/v0/inboxes", "{}").statusCode());
  }

  @Test
  void the_key_decides_when_both_are_there() {
    String cookie = fixture.signInByCode(OWNER);
    var both =
        fixture
            .request("/v0/api-keys")
            .header("Cookie", cookie)
            .header("Origin", MailboxFixture.ORIGIN)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + fixture.key)
            .POST(BodyPublishers.ofString(KEY_BODY));
    assertRefused(403, "human_required", fixture.send(both));
    var wrongKey =
        fixture
            .request("/v0/inboxes")
            .header("Cookie", cookie)
            .header("Authorization", "Bearer sk_wrong_key")
            .GET();
    assertRefused(401, "unauthorized", fixture.send(wrongKey));
  }

  @Test
  void a_session_ends_with_the_sign_out_and_after_twelve_idle_hours() {
    String first = fixture.signInByCode(OWNER);
    String second = fixture.signInByCode(OWNER);
    HttpResponse<String> out = post(first, "/v0/console/sign-out", "{}");
    assertEquals(204, out.statusCode());
    assertTrue(out.headers().firstValue("set-cookie").orElse("").contains("Max-Age=0"));
    assertRefused(401, "unauthorized", get(first, "/v0/console/me"));

    clock.advance(Duration.ofHours(11));
    assertEquals(200, get(second, "/v0/console/me").statusCode());
    clock.advance(Duration.ofHours(11));
    assertEquals(200, get(second, "/v0/console/me").statusCode());
    clock.advance(Duration.ofHours(12));
    assertRefused(401, "unauthorized", get(second, "/v0/console/me"));
  }

  @Test
  void signing_out_everywhere_ends_every_session_of_the_human() {
    String first = fixture.signInByCode(OWNER);
    String second = fixture.signInByCode(OWNER);
    assertEquals(204, post(first, "/v0/console/sign-out", "{\"everywhere\":true}").statusCode());
    assertRefused(401, "unauthorized", get(second, "/v0/console/me"));
  }

  // spec ErrorCodes.4
  @Test
  void after_five_minutes_keys_need_a_step_up() {
    String cookie = fixture.signInByCode(OWNER);
    assertEquals(200, post(cookie, "/v0/api-keys", KEY_BODY).statusCode());
    clock.advance(Duration.ofMinutes(5));
    assertRefused(401, "step_up_required", post(cookie, "/v0/api-keys", KEY_BODY));

    assertEquals(202, post(cookie, "/v0/console/step-up/code", "{}").statusCode());
    String body = "{\"code\":\"" + fixture.code(OWNER) + "\"}";
    HttpResponse<String> verified = post(cookie, "/v0/console/step-up/verify", body);
    assertEquals(200, verified.statusCode(), verified.body());
    String risen = MailboxFixture.cookie(verified);
    assertNotEquals(cookie, risen);
    assertEquals(200, post(risen, "/v0/api-keys", KEY_BODY).statusCode());

    clock.advance(Duration.ofMinutes(1));
    assertRefused(401, "step_up_required", post(cookie, "/v0/api-keys", KEY_BODY));
    assertEquals(200, get(cookie, "/v0/console/me").statusCode());
    assertEquals(200, post(risen, "/v0/api-keys", KEY_BODY).statusCode());
    post(risen, "/v0/console/sign-out", "{}");
    assertRefused(401, "unauthorized", get(cookie, "/v0/console/me"));
  }

  @Test
  void a_timer_of_the_console_does_not_keep_a_session_alive() {
    String cookie = fixture.signInByCode(OWNER);
    clock.advance(Duration.ofHours(11));
    var timer =
        fixture
            .request("/v0/approvals")
            .header("Cookie", cookie)
            .header("X-Console-Refresh", "timer")
            .GET();
    assertEquals(200, fixture.send(timer).statusCode());
    clock.advance(Duration.ofHours(1));
    assertRefused(401, "unauthorized", fixture.send(timer));
  }

  @Test
  void an_operator_chooses_the_postmasters_mail_and_an_owner_cannot() {
    String operator = fixture.signInByCode(OWNER);
    String choice = "{\"organization_id\":\"org_0000000000000000\"}";
    HttpResponse<String> chosen = post(operator, "/v0/console/organization", choice);
    assertEquals(200, chosen.statusCode(), chosen.body());
    JsonNode shown = MailboxFixture.json(get(operator, "/v0/organizations"));
    assertEquals("Postmaster", shown.get("name").stringValue());
    assertRefused(403, "missing_permission", post(operator, "/v0/api-keys", KEY_BODY));

    post(
        fixture.signInByCode(OWNER),
        "/v0/organizations/members",
        "{\"email\":\"second@example.com\",\"role\":\"owner\"}");
    String second = fixture.joinByCode("second@example.com");
    assertRefused(404, "not_found", post(second, "/v0/console/organization", choice));
  }

  @Test
  void an_operator_lists_organizations_and_changes_a_plan() {
    String owner = fixture.signInByCode(OWNER);
    String path = "/v0/operator/organizations";
    JsonNode page = MailboxFixture.json(get(owner, path));
    assertEquals(2, page.get("count").intValue(), "the first one and the postmaster's");
    String id = fixture.organization().organizationId();
    HttpResponse<String> changed =
        fixture.asHuman(owner, "PATCH", path + "/" + id, "{\"plan\":{\"inbox_limit\":7}}");
    assertEquals(200, changed.statusCode(), changed.body());
    JsonNode plan = MailboxFixture.json(changed).get("plan");
    assertEquals(7, plan.get("inbox_limit").intValue());
    assertEquals(2_000, plan.get("daily_recipients").intValue());
    assertRefused(
        400, "validation_error", fixture.asHuman(owner, "PATCH", path + "/" + id, "{\"plan\":{}}"));
    assertRefused(
        404,
        "not_found",
        fixture.asHuman(owner, "PATCH", path + "/org_x", "{\"plan\":{\"inbox_limit\":7}}"));
    post(
        owner,
        "/v0/organizations/members",
        "{\"email\":\"second@example.com\",\"role\":\"owner\"}");
    String second = fixture.joinByCode("second@example.com");
    assertRefused(403, "missing_permission", get(second, path));

    clock.advance(Duration.ofMinutes(6));
    assertRefused(
        401,
        "step_up_required",
        fixture.asHuman(owner, "PATCH", path + "/" + id, "{\"plan\":{\"inbox_limit\":8}}"));
  }

  @Test
  void the_fourth_code_is_accepted_and_not_mailed_and_the_range_is_told_at_the_twenty_first() {
    String body = "{\"email\":\"owner@localhost\"}";
    for (int i = 0; i < 3; i++) {
      post(null, "/v0/console/sign-in/code", body);
      fixture.code(OWNER);
    }
    HttpResponse<String> fourth = post(null, "/v0/console/sign-in/code", body);
    assertEquals(202, fourth.statusCode());
    assertFalse(fixture.hasCode(OWNER));
    for (int i = 0; i < 17; i++) {
      String other = "{\"email\":\"other" + i + "@example.com\"}";
      assertEquals(202, post(null, "/v0/console/sign-in/code", other).statusCode());
    }
    HttpResponse<String> limited =
        post(null, "/v0/console/sign-in/code", "{\"email\":\"more@example.com\"}");
    assertRefused(429, "rate_limited", limited);
    assertEquals("3600", limited.headers().firstValue("retry-after").orElse(""));
  }

  // spec ConsoleLimits.7
  @Test
  void the_console_may_ask_so_often_with_a_session_and_less_often_without() {
    try (MailboxFixture limited =
        MailboxFixture.startWith(
            Mailbox.builder().clock(clock), settings -> settings.withRates(0, 1_000_000))) {
      String cookie = limited.signInByCode(OWNER);
      String other = limited.signInByCode(OWNER);
      // Signing in twice took four of the requests without a session.
      assertEquals(401, lastOf(limited, 56, ""));
      assertEquals(429, lastOf(limited, 1, ""));
      assertEquals(200, lastOf(limited, 300, cookie));
      assertEquals(429, lastOf(limited, 1, cookie));
      assertEquals(200, lastOf(limited, 290, other));
      // The range is at its 600 with cookies, before the second session is at its own 300.
      assertEquals(200, lastOf(limited, 9, other));
      assertEquals(429, lastOf(limited, 1, other));
    }
  }

  /** The status of the last of a number of requests. */
  private static int lastOf(MailboxFixture limited, int requests, String cookie) {
    int status = 0;
    for (int i = 0; i < requests; i++) {
      status = limited.asHuman(cookie, "GET", "/v0/console/me", null).statusCode();
    }
    return status;
  }
}
