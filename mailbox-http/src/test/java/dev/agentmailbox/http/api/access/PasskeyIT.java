package dev.agentmailbox.http.api.access;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.Problems.code;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Passkeys at the HTTP door, with an authenticator made of a key. */
class PasskeyIT {
  private static final String PATH = "/v0/console/passkeys";
  private static final String SIGN_IN = "/v0/console/sign-in/passkey";
  private static final String STEP_UP = "/v0/console/step-up/passkey";
  private static final String OWNER = "owner@localhost";
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");

  @AutoClose
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  private final SoftPasskey passkey = new SoftPasskey();

  private HttpResponse<String> post(@Nullable String cookie, String path, String body) {
    return fixture.asHuman(cookie, "POST", path, body);
  }

  private JsonNode ask(@Nullable String cookie, String path) {
    HttpResponse<String> asked = post(cookie, path + "/options", "{}");
    assertEquals(200, asked.statusCode(), asked.body());
    return json(asked).get("public_key");
  }

  private HttpResponse<String> add(String cookie, SoftPasskey which) {
    return add(cookie, which.create(ask(cookie, PATH)));
  }

  private HttpResponse<String> add(String cookie, String credential) {
    return post(cookie, PATH, "{\"name\":\"my phone\",\"credential\":" + credential + "}");
  }

  private HttpResponse<String> signIn(String credential) {
    return post(null, SIGN_IN + "/verify", "{\"credential\":" + credential + "}");
  }

  private HttpResponse<String> signIn() {
    return signIn(passkey.get(ask(null, SIGN_IN)));
  }

  private String registered() {
    String cookie = fixture.signInByCode(OWNER);
    HttpResponse<String> added = add(cookie, passkey);
    assertEquals(200, added.statusCode(), added.body());
    return cookie;
  }

  @Test
  void a_passkey_is_added_listed_used_to_sign_in_and_removed() {
    String cookie = registered();
    HttpResponse<String> signedIn = signIn();
    assertEquals(200, signedIn.statusCode(), signedIn.body());
    assertEquals(OWNER, json(signedIn).get("email").stringValue());
    String other = MailboxFixture.cookie(signedIn);
    assertEquals(200, fixture.asHuman(other, "GET", "/v0/inboxes", null).statusCode());

    JsonNode listed = json(fixture.asHuman(other, "GET", PATH, null)).get("passkeys").get(0);
    assertEquals("my phone", listed.get("name").stringValue());
    assertEquals("2026-03-01T12:00:00Z", listed.get("used_at").stringValue());
    String one = PATH + "/" + listed.get("passkey_id").stringValue();
    assertEquals(204, fixture.asHuman(cookie, "DELETE", one, null).statusCode());
    assertEquals("not_found", code(fixture.asHuman(cookie, "DELETE", one, null)));
    assertEquals("unauthorized", code(signIn()));
  }

  @Test
  void stepping_up_with_a_passkey_gives_a_verified_session() {
    String cookie = registered();
    clock.advance(Duration.ofMinutes(6));
    String key = "{\"name\":\"k\"}";
    assertEquals("step_up_required", code(post(cookie, "/v0/api-keys", key)));
    assertEquals("step_up_required", code(post(cookie, PATH + "/options", "{}")));
    HttpResponse<String> verified =
        post(
            cookie,
            STEP_UP + "/verify",
            "{\"credential\":" + passkey.get(ask(cookie, STEP_UP)) + "}");
    assertEquals(200, verified.statusCode(), verified.body());
    String fresh = MailboxFixture.cookie(verified);
    assertNotEquals(cookie, fresh);
    assertEquals(200, post(fresh, "/v0/api-keys", key).statusCode());
  }

  @Test
  void a_passkey_of_somebody_else_does_not_step_up() {
    String owner = registered();
    post(
        owner,
        "/v0/organizations/members",
        "{\"email\":\"second@example.com\",\"role\":\"owner\"}");
    String second = fixture.joinByCode("second@example.com");
    HttpResponse<String> refused =
        post(
            second,
            STEP_UP + "/verify",
            "{\"credential\":" + passkey.get(ask(second, STEP_UP)) + "}");
    assertEquals("unauthorized", code(refused));
    assertEquals(0, json(fixture.asHuman(second, "GET", PATH, null)).get("count").intValue());
  }

  @Test
  void a_human_has_at_most_twenty_passkeys_with_names_of_at_most_64_characters() {
    String cookie = fixture.signInByCode(OWNER);
    assertEquals("validation_error", code(named(cookie, 65)));
    for (int i = 0; i < 20; i++) {
      if (i > 0 && i % 5 == 0) {
        cookie = aDayLater();
      }
      HttpResponse<String> added = named(cookie, 64);
      assertEquals(200, added.statusCode(), i + ": " + added.body());
    }
    assertEquals("too_many", json(named(aDayLater(), 64)).get("reason").stringValue());
  }

  /** When five more changes are allowed. */
  private String aDayLater() {
    clock.advance(Duration.ofDays(1));
    return fixture.signInByCode(OWNER);
  }

  private HttpResponse<String> named(String cookie, int characters) {
    String credential = new SoftPasskey().create(ask(cookie, PATH));
    String name = "n".repeat(characters);
    return post(cookie, PATH, "{\"name\":\"" + name + "\",\"credential\":" + credential + "}");
  }

  @Test
  void a_challenge_is_answered_once_in_time_and_for_its_purpose() {
    String cookie = registered();
    String answer = passkey.get(ask(null, SIGN_IN));
    assertEquals(200, signIn(answer).statusCode());
    assertEquals("unauthorized", code(signIn(answer)));
    assertEquals("unauthorized", code(signIn(passkey.get(ask(cookie, STEP_UP)))));
    String late = passkey.get(ask(null, SIGN_IN));
    clock.advance(Duration.ofMinutes(5));
    assertEquals("unauthorized", code(signIn(late)));
  }

  /** Whether a sign-in is refused after that change, and works after it was taken back. */
  private void assertRefused(Consumer<SoftPasskey> change, Consumer<SoftPasskey> back) {
    change.accept(passkey);
    assertEquals("unauthorized", code(signIn()));
    back.accept(passkey);
    assertEquals(200, signIn().statusCode());
  }

  @Test
  void what_is_not_right_about_an_answer_refuses_it() {
    registered();
    assertRefused(p -> p.origin = "https://evil.example", p -> p.origin = MailboxFixture.ORIGIN);
    assertRefused(p -> p.relyingParty = "evil.example", p -> p.relyingParty = "localhost");
    assertRefused(p -> p.userVerified = false, p -> p.userVerified = true);
    assertRefused(p -> p.count -= 3, p -> p.count += 10);

    JsonNode forged = TestServer.JSON.readTree(new SoftPasskey().get(ask(null, SIGN_IN)));
    String mine = Base64.getUrlEncoder().withoutPadding().encodeToString(passkey.id);
    String swapped = forged.toString().replace(forged.get("rawId").stringValue(), mine);
    assertEquals("unauthorized", code(signIn(swapped)));
    for (String broken : new String[] {"{}", "{\"rawId\":\"%\"}", "{\"response\":[]}"}) {
      assertEquals("unauthorized", code(signIn(broken)));
    }
    assertEquals("validation_error", code(signIn("7")));
  }

  @Test
  void a_registration_from_elsewhere_or_without_the_users_proof_is_refused() {
    String cookie = fixture.signInByCode(OWNER);
    SoftPasskey elsewhere = new SoftPasskey();
    elsewhere.origin = "https://evil.example";
    assertEquals("unauthorized", code(add(cookie, elsewhere)));
    SoftPasskey unverified = new SoftPasskey();
    unverified.userVerified = false;
    assertEquals("unauthorized", code(add(cookie, unverified)));
    String answer = passkey.create(ask(cookie, PATH));
    assertEquals(200, add(cookie, answer).statusCode());
    assertEquals("unauthorized", code(add(cookie, answer)));
    assertEquals("conflict", code(add(cookie, passkey)));
  }

  // spec ConsoleLimits.5
  @Test
  void adding_and_removing_count_together_to_five_a_day() {
    String cookie = registered();
    JsonNode first = json(fixture.asHuman(cookie, "GET", PATH, null)).get("passkeys").get(0);
    String one = PATH + "/" + first.get("passkey_id").stringValue();
    assertEquals(204, fixture.asHuman(cookie, "DELETE", one, null).statusCode());
    for (int i = 0; i < 3; i++) {
      assertEquals(200, add(cookie, new SoftPasskey()).statusCode());
    }
    HttpResponse<String> limited = add(cookie, new SoftPasskey());
    assertEquals("rate_limited", code(limited));
    assertEquals("86400", limited.headers().firstValue("retry-after").orElse(""));
    assertEquals(3, json(fixture.asHuman(cookie, "GET", PATH, null)).get("count").intValue());
  }

  @Test
  void locked_codes_and_failed_passkeys_lock_no_passkey() {
    registered();
    String wrong = "{\"email\":\"" + OWNER + "\",\"code\":\"000000\"}";
    for (int i = 0; i < 12; i++) {
      assertEquals("unauthorized", code(post(null, "/v0/console/sign-in/verify", wrong)));
      assertEquals("unauthorized", code(signIn("{}")));
    }
    post(null, "/v0/console/sign-in/code", "{\"email\":\"" + OWNER + "\"}");
    assertEquals(200, signIn().statusCode());
  }

  @Test
  void signing_out_everywhere_ends_the_sessions_of_passkeys_too() {
    String cookie = registered();
    String other = MailboxFixture.cookie(signIn());
    assertEquals(204, post(cookie, "/v0/console/sign-out", "{\"everywhere\":true}").statusCode());
    assertEquals("unauthorized", code(fixture.asHuman(other, "GET", "/v0/console/me", null)));
  }

  @Test
  void nobody_learns_from_the_options_who_has_a_passkey() {
    JsonNode before = ask(null, SIGN_IN);
    registered();
    JsonNode after = ask(null, SIGN_IN);
    assertNotEquals(before.get("challenge"), after.get("challenge"));
    assertEquals(0, after.get("allowCredentials").size());
    assertEquals(before.propertyNames(), after.propertyNames());
  }
}
