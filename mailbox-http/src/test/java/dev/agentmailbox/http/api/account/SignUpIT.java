package dev.agentmailbox.http.api.account;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.Problems.code;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents at the HTTP door without an account, and the human who claims what they made. */
class SignUpIT {
  private static final String PATH = "/v0/agent/sign-up";
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");

  @AutoClose
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  private final String owner = fixture.signIn(fixture.human(Role.OWNER));

  private JsonNode newCode() {
    HttpResponse<String> made = fixture.as(owner, "POST", "/v0/agent/codes", "{\"note\":\"bot\"}");
    assertEquals(200, made.statusCode(), made.body());
    return json(made);
  }

  private HttpResponse<String> signUp(String body, String key) {
    return fixture.send(
        fixture
            .request(PATH)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body)));
  }

  private HttpResponse<String> claim(JsonNode made) {
    return fixture.as(
        owner,
        "POST",
        "/v0/agent/claim",
        "{\"claim_code\":\"" + made.get("claim_code").stringValue() + "\"}");
  }

  private static String body(JsonNode code, String username) {
    return "{\"invite_code\":\"%s\",\"username\":\"%s\"}"
        .formatted(code.get("invite_code").stringValue(), username);
  }

  // spec Public.2, Sending.2, Authentication.6, SignUpInbox.2, SignUpAnswer.3, SignUpAnswer.6
  // spec ErrorCodes.11
  @Test
  void a_restricted_key_opens_two_operations_until_the_human_claims() {
    JsonNode code = newCode();
    assertTrue(
        code.get("invite_code").stringValue().matches("MBX-[0-9A-Z]{4}-[0-9A-Z]{4}"), "the shape");
    HttpResponse<String> answer = signUp(body(code, "fresh-agent"), "k1");
    assertEquals(201, answer.statusCode(), answer.body());
    JsonNode made = json(answer);
    String key = made.get("api_key").stringValue();
    String claimCode = made.get("claim_code").stringValue();
    assertTrue(made.get("claim_required").booleanValue());
    for (String language : List.of("en", "zh")) {
      String told = made.get("human_message").get(language).stringValue();
      assertTrue(told.contains(claimCode), told);
      assertFalse(told.contains(key), "the key is not for the human");
    }

    JsonNode me = json(fixture.call(key, "GET", "/v0/auth/me", null));
    assertTrue(me.get("claim_required").booleanValue());
    assertEquals(200, fixture.call(key, "GET", "/v0/beta", null).statusCode());
    assertEquals("claim_required", code(fixture.call(key, "GET", "/v0/inboxes", null)));
    assertEquals("claim_required", code(fixture.call(key, "POST", "/v0/agent/claim", "{}")));

    JsonNode claimed = json(claim(made));
    assertEquals(
        "fresh-agent@agents.localhost", claimed.get("inbox").get("inbox_id").stringValue());
    assertEquals("unauthorized", code(fixture.call(key, "GET", "/v0/auth/me", null)));
    String full = claimed.get("api_key").stringValue();
    assertEquals(200, fixture.call(full, "GET", "/v0/inboxes", null).statusCode());
    assertEquals("not_found", code(claim(made)));
  }

  @Test
  void a_repeat_gets_the_same_answer_without_the_key() {
    String body = body(newCode(), "once-only");
    JsonNode first = json(signUp(body, "same"));
    HttpResponse<String> again = signUp(body, "same");
    assertEquals("true", again.headers().firstValue("idempotency-replayed").orElse(""));
    assertEquals(first.get("claim_code"), json(again).get("claim_code"));
    assertFalse(json(again).has("api_key"));
    assertEquals("signup_closed", code(signUp(body, "other")));
  }

  // spec SignUpErrors.1
  @Test
  void at_the_limit_of_inboxes_sign_up_is_closed_and_the_code_stays_valid() {
    String body = body(newCode(), "one-too-many");
    plan(0);
    HttpResponse<String> refused = signUp(body, "k1");
    assertEquals(403, refused.statusCode());
    assertEquals("signup_closed", code(refused));
    assertEquals("inbox_limit", json(refused).get("reason").stringValue());
    assertTrue(json(refused).has("human_message"));
    plan(1);
    assertEquals(201, signUp(body, "k2").statusCode());
  }

  private void plan(int inboxes) {
    fixture
        .mailbox
        .operators()
        .updatePlan(
            fixture.mailbox.owner(),
            fixture.organization().organizationId(),
            plan -> new Plan(inboxes, 100, 100));
  }

  // spec Public.3, SignUpErrors.1, ErrorCodes.8
  @Test
  void without_a_usable_code_every_object_gets_the_same_refusal() {
    for (String body :
        List.of(
            "{}",
            "{\"username\":\"x\",\"human_email\":\"a@example.com\"}",
            "{\"invite_code\":7}",
            "{\"invite_code\":\"MBX-AAAA-AAAA\"}")) {
      HttpResponse<String> refused = signUp(body, "k");
      assertEquals(403, refused.statusCode(), body);
      assertEquals("signup_closed", code(refused));
      JsonNode problem = json(refused);
      assertEquals(
          "http://localhost:8080/console/waitlist", problem.get("waitlist_url").stringValue());
      assertEquals("http://localhost:8080/docs", problem.get("docs_url").stringValue());
      assertTrue(problem.get("human_message").has("zh"));
    }
    assertEquals("validation_error", code(signUp("[]", "k")));
    assertEquals("validation_error", code(signUp("{", "k")));

    JsonNode code = newCode();
    String bad = body(code, "UPPER").replace("}", ",\"human_email\":\"a@example.com\"}");
    assertEquals(List.of("username", "human_email"), paths(signUp(bad, "k")));
    assertEquals("address_unavailable", code(signUp(body(code, "admin"), "k")));
    assertEquals(201, signUp(body(code, "good-one"), "k").statusCode());
  }

  // spec Rates.4, SignUpErrors.2
  @Test
  void the_eleventh_request_of_a_range_waits() {
    for (int i = 0; i < 10; i++) {
      assertEquals("signup_closed", code(signUp("{}", "k")));
    }
    HttpResponse<String> limited = signUp("{}", "k");
    assertEquals(429, limited.statusCode());
    assertEquals("3600", limited.headers().firstValue("retry-after").orElse(""));
  }

  @Test
  void codes_are_listed_by_their_first_group_and_revoked_by_owners() {
    JsonNode code = newCode();
    JsonNode listed = json(fixture.as(owner, "GET", "/v0/agent/codes", null)).get("codes").get(0);
    assertEquals(code.get("code_id"), listed.get("code_id"));
    assertFalse(listed.has("invite_code"));
    assertTrue(
        code.get("invite_code")
            .stringValue()
            .startsWith("MBX-" + listed.get("first_group").stringValue() + "-"));

    String path = "/v0/agent/codes/" + code.get("code_id").stringValue();
    String approver = fixture.signIn(fixture.human(Role.APPROVER));
    assertEquals("missing_permission", code(fixture.as(approver, "DELETE", path, null)));
    assertEquals("human_required", code(fixture.call(fixture.key, "DELETE", path, null)));
    assertEquals(204, fixture.as(owner, "DELETE", path, null).statusCode());
    assertEquals("signup_closed", code(signUp(body(code, "too-late"), "k")));
    assertEquals("not_found", code(fixture.as(owner, "DELETE", "/v0/agent/codes/cod_none", null)));
  }
}
