package dev.agentmailbox.http.api.account;

import static dev.agentmailbox.http.MailboxFixture.json;
import static dev.agentmailbox.http.Problems.code;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailReceiver.RecipientAnswer;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the public endpoints take and answer, member by member. */
class PublicAnswersIT {
  private static final List<String> USE_CASES =
      List.of(
          "support_agent",
          "workflow_automation",
          "personal_assistant",
          "testing_qa",
          "research",
          "other");
  private static final List<String> VOLUMES =
      List.of("lt_100", "100_1k", "1k_10k", "10k_100k", "gt_100k");
  private static final List<String> INDUSTRIES =
      List.of(
          "software",
          "ecommerce",
          "marketing",
          "education",
          "research",
          "legal",
          "healthcare",
          "finance",
          "other");

  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  @AfterEach
  void stop() {
    fixture.close();
  }

  private HttpResponse<String> get(String path) {
    return fixture.send(fixture.request(path));
  }

  private HttpResponse<String> post(String path, String body) {
    return fixture.send(
        fixture
            .request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private static Set<String> members(JsonNode object) {
    return new TreeSet<>(object.propertyNames());
  }

  private static void assertTwoLanguages(JsonNode message) {
    assertEquals(Set.of("en", "zh"), members(message));
    message.forEach(words -> assertFalse(words.stringValue().isBlank()));
  }

  // spec PublicEndpoints.1
  @Test
  void health_names_the_service_and_the_time_without_a_key() {
    HttpResponse<String> answer = get("/v0/health");
    assertEquals(200, answer.statusCode());
    assertEquals("ok", json(answer).get("status").stringValue());
    assertEquals(
        fixture.settings().serviceName() + "-api", json(answer).get("service").stringValue());
    assertEquals("2026-03-01T12:00:00Z", json(answer).get("time").stringValue());
  }

  // spec PublicEndpoints.3, Beta.1, Beta.2, Beta.3, Beta.4, Beta.5
  @Test
  void beta_has_five_members_and_says_every_mode() {
    String operator = fixture.signInByCode("owner@localhost");
    JsonNode beta = json(get("/v0/beta"));
    assertEquals(
        Set.of("signup", "waitlist", "waitlist_url", "docs_url", "human_message"), members(beta));
    assertEquals("waitlist", beta.get("signup").stringValue());
    assertEquals("open", beta.get("waitlist").stringValue());
    assertEquals("http://localhost:8080/console/waitlist", beta.get("waitlist_url").stringValue());
    assertEquals("http://localhost:8080/docs", beta.get("docs_url").stringValue());
    assertTwoLanguages(beta.get("human_message"));
    for (String mode : List.of("invite_only", "open", "waitlist")) {
      String body = "{\"signup\":\"" + mode + "\",\"waitlist\":\"closed\"}";
      assertEquals(
          200, fixture.asHuman(operator, "PATCH", "/v0/operator/sign-up", body).statusCode());
      JsonNode changed = json(get("/v0/beta"));
      assertEquals(mode, changed.get("signup").stringValue());
      assertEquals("closed", changed.get("waitlist").stringValue());
      assertTwoLanguages(changed.get("human_message"));
      HttpResponse<String> refused = post("/v0/agent/sign-up", "{\"username\":\"agent\"}");
      assertEquals("signup_closed", code(refused), mode);
    }
  }

  // spec PublicEndpoints.4, SignUpFields.1, SignUpFields.2, Identifiers.13, SignUpAnswer.1
  // spec SignUpAnswer.2, SignUpAnswer.3, SignUpAnswer.4, SignUpAnswer.5, SignUpAnswer.6
  // spec SignUpInbox.1
  @Test
  void a_sign_up_needs_a_code_and_no_name_and_answers_six_members() {
    String owner = fixture.signIn(fixture.human(Role.OWNER));
    String code =
        json(fixture.as(owner, "POST", "/v0/agent/codes", "{}")).get("invite_code").stringValue();
    assertTrue(code.matches("MBX-[0-9A-Z]{4}-[0-9A-Z]{4}"), code);
    HttpResponse<String> answer = post("/v0/agent/sign-up", "{\"invite_code\":\"" + code + "\"}");
    assertEquals(201, answer.statusCode(), answer.body());
    JsonNode made = json(answer);
    assertEquals(
        Set.of(
            "organization_id",
            "inbox_id",
            "api_key",
            "claim_code",
            "claim_required",
            "human_message"),
        members(made));
    assertEquals(fixture.organization().id(), made.get("organization_id").stringValue());
    assertTrue(made.get("claim_required").booleanValue());
    assertTwoLanguages(made.get("human_message"));
    String key = made.get("api_key").stringValue();
    assertEquals(200, fixture.call(key, "GET", "/v0/auth/me", null).statusCode());
    assertEquals("claim_required", code(fixture.call(key, "GET", "/v0/usage", null)));
    String address = made.get("inbox_id").stringValue();
    assertTrue(address.endsWith("@agents.localhost"), address);
    assertEquals(RecipientAnswer.NOT_RECEIVING, fixture.mailbox.receiver().judge(address));
    String claim = "{\"claim_code\":\"" + made.get("claim_code").stringValue() + "\"}";
    assertEquals(200, fixture.as(owner, "POST", "/v0/agent/claim", claim).statusCode());
    assertEquals(RecipientAnswer.ACCEPTED, fixture.mailbox.receiver().judge(address));
    Inbox inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), address);
    assertTrue(inbox.receives());
  }

  // spec PublicEndpoints.5, WaitlistFields.1, WaitlistFields.2, WaitlistFields.3
  // spec WaitlistFields.4, WaitlistFields.5, WaitlistFields.6, WaitlistFields.7
  @Test
  void the_waitlist_takes_the_values_of_its_fields_and_no_others() {
    for (int i = 0; i < INDUSTRIES.size(); i++) {
      HttpResponse<String> answer =
          post(
              "/v0/waitlist",
              """
              {"use_case":"%s","expected_monthly_volume":"%s","industry":"%s",
               "framework":"%s","uses_other_agent_mail":%s,"note":"%s"}"""
                  .formatted(
                      USE_CASES.get(i % USE_CASES.size()),
                      VOLUMES.get(i % VOLUMES.size()),
                      INDUSTRIES.get(i),
                      "x".repeat(64),
                      i % 2 == 0,
                      "x".repeat(280)));
      assertEquals(202, answer.statusCode(), answer.body());
      JsonNode entry = json(answer);
      assertEquals(Set.of("entry_id", "claim_url", "expires_at", "human_message"), members(entry));
      Instant tomorrow = clock.instant().plus(Duration.ofDays(1));
      assertEquals(
          tomorrow.toString().replace("Z", ".000Z"), entry.get("expires_at").stringValue());
      assertTwoLanguages(entry.get("human_message"));
      clock.advance(Duration.ofDays(1)); // the daily limit of requests
    }
    String wrong =
        "{\"use_case\":\"x\",\"expected_monthly_volume\":\"many\",\"industry\":\"x\","
            + "\"framework\":\"%s\",\"uses_other_agent_mail\":\"yes\",\"note\":\"%s\"}";
    assertEquals(
        List.of(
            "use_case",
            "expected_monthly_volume",
            "industry",
            "framework",
            "uses_other_agent_mail",
            "note"),
        paths(post("/v0/waitlist", wrong.formatted("x".repeat(65), "x".repeat(281)))));
  }
}
