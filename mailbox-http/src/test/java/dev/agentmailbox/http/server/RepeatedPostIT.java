package dev.agentmailbox.http.server;

import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.http.RowObjects;
import dev.agentmailbox.http.TestServer;
import dev.agentmailbox.http.api.access.SoftPasskey;
import dev.agentmailbox.http.table.AccessRule;
import dev.agentmailbox.http.table.HttpMethod;
import dev.agentmailbox.http.table.Operation;
import dev.agentmailbox.port.SettingStore;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/**
 * Every POST of the operation table, asked twice with one key; new rows are tested too, each with a
 * mailbox of its own.
 */
class RepeatedPostIT {
  private static final String CHANGES_NOTHING = "changes nothing";
  private static final String REPEATS_ITSELF = "a second time changes nothing";
  private static final String FOR_ONE_USE = "its answer holds a question for one use";
  private static final String SETS_COOKIE = "its answer sets a session's cookie, a secret";
  private static final String OF_ANOTHER_PROTOCOL = "the protocol has its own way";

  /** The POSTs that take no key, and why. */
  private static final Map<String, String> EXCEPTIONS =
      Map.ofEntries(
          Map.entry("checkMessage", CHANGES_NOTHING),
          Map.entry("batchGetMessages", CHANGES_NOTHING),
          Map.entry("requestSignInCode", "a new code is what asking again is for"),
          Map.entry("verifySignInCode", SETS_COOKIE),
          Map.entry("verifyStepUpCode", SETS_COOKIE),
          Map.entry("verifySignInPasskey", SETS_COOKIE),
          Map.entry("verifyStepUpPasskey", SETS_COOKIE),
          Map.entry("askSignInPasskey", FOR_ONE_USE),
          Map.entry("askStepUpPasskey", FOR_ONE_USE),
          Map.entry("askNewPasskey", FOR_ONE_USE),
          Map.entry("addPushSubscription", REPEATS_ITSELF),
          Map.entry("removePushSubscription", REPEATS_ITSELF),
          Map.entry("signOut", "the session that would repeat it is over"),
          Map.entry("mcp", OF_ANOTHER_PROTOCOL),
          Map.entry("registerClient", OF_ANOTHER_PROTOCOL),
          Map.entry("issueToken", OF_ANOTHER_PROTOCOL),
          Map.entry("revokeToken", OF_ANOTHER_PROTOCOL));

  /** What a first answer shows and a repeat does not. */
  private static final Set<String> SECRETS =
      Set.of("api_key", "secret", "invite_code", "redirect_to");

  private static final String GUEST = "guest@example.com";
  private static final String MEMBER = "new@example.com";
  private static final String KEY = "the-same-key";

  private MailboxFixture fixture;
  private RowObjects objects;

  /** The first human, who owns the organization and runs the platform. */
  private String owner;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    objects = new RowObjects(fixture);
    owner = fixture.signInByCode("owner@localhost");
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  /** A request that is right for its row. */
  private record Asked(@Nullable String cookie, String path, @Nullable String body) {}

  private HttpResponse<String> ask(Asked asked, String key) {
    HttpRequest.Builder request =
        fixture
            .request(asked.path())
            .header("Origin", MailboxFixture.ORIGIN)
            .header("Idempotency-Key", key);
    if (asked.cookie() != null) {
      request.header("Cookie", asked.cookie());
    }
    String body = asked.body();
    return fixture.send(
        body == null
            ? request.POST(BodyPublishers.noBody())
            : request
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
  }

  private JsonNode done(@Nullable String cookie, String path, String body) {
    HttpResponse<String> answer = fixture.asHuman(cookie, "POST", path, body);
    assertTrue(answer.statusCode() < 300, answer.body());
    return MailboxFixture.json(answer);
  }

  private Stream<Operation> posts() {
    return fixture.http.table().rows().stream()
        .filter(row -> row.method() == HttpMethod.POST && row.refusal().isEmpty());
  }

  // spec Conventions.4
  @Test
  void every_post_takes_a_key_but_those_with_a_reason() {
    Set<String> without =
        posts()
            .filter(row -> !row.acceptsIdempotencyKey())
            .map(Operation::id)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(EXCEPTIONS.keySet()), without);
  }

  @TestFactory
  Stream<DynamicTest> a_repeat_with_the_same_key_is_done_once() {
    List<Operation> rows = posts().filter(row -> !EXCEPTIONS.containsKey(row.id())).toList();
    stop();
    return rows.stream().map(row -> dynamicTest(row.id(), () -> assertDoneOnce(row)));
  }

  private void assertDoneOnce(Operation row) {
    start();
    try {
      Asked asked = asked(row);
      HttpResponse<String> first = ask(asked, KEY);
      assertTrue(first.statusCode() < 300, first.body());
      assertFalse(first.headers().firstValue("idempotency-replayed").isPresent());
      HttpResponse<String> second = ask(asked, KEY);
      assertEquals(first.statusCode(), second.statusCode(), second.body());
      assertEquals("true", second.headers().firstValue("idempotency-replayed").orElse("absent"));
      assertSameButSecrets(first.body(), second.body());
    } finally {
      stop();
    }
  }

  private static void assertSameButSecrets(String first, String second) {
    if (first.isEmpty()) {
      assertEquals("", second);
      return;
    }
    JsonNode before = TestServer.JSON.readTree(first);
    JsonNode after = TestServer.JSON.readTree(second);
    for (String member : before.propertyNames()) {
      if (SECRETS.contains(member)) {
        assertFalse(after.has(member), member);
      } else {
        assertEquals(before.get(member), after.get(member), member);
      }
    }
  }

  private Asked asked(Operation row) {
    String organization = fixture.organization().id();
    return switch (row.id()) {
      case "leaveOrganization" ->
          new Asked(fixture.joinByCode(MEMBER), objects.path(row), objects.body(row));
      case "chooseOrganization" -> of(row, "{\"organization_id\":\"" + organization + "\"}");
      case "addMember" -> of(row, "{\"email\":\"third@example.com\",\"role\":\"approver\"}");
      case "joinWaitlist" -> of(row, "{\"use_case\":\"other\"}");
      case "takeWaitlistPlace" -> of(row, email(GUEST));
      case "rejectWaiting" -> rejected();
      case "redeemInvite" -> redeemed(row);
      case "signUp" -> of(row, "{\"invite_code\":\"" + code() + "\",\"username\":\"bot-one\"}");
      case "claimInbox" -> claimed(row);
      case "addPasskey" -> added(row);
      case "decideGrantRequest" -> decided(row);
      default -> of(row, objects.body(row));
    };
  }

  private Asked of(Operation row, @Nullable String body) {
    return new Asked(row.access() == AccessRule.PUBLIC ? null : owner, objects.path(row), body);
  }

  private static String email(String address) {
    return "{\"email\":\"" + address + "\"}";
  }

  private Asked rejected() {
    done(null, "/v0/console/waitlist", email(GUEST));
    JsonNode waiting =
        MailboxFixture.json(fixture.asHuman(owner, "GET", "/v0/operator/waitlist", null));
    String entry = text(waiting.get("entries").get(0), "entry_id");
    return new Asked(owner, "/v0/operator/waitlist/" + entry + "/reject", null);
  }

  private Asked redeemed(Operation row) {
    done(null, "/v0/console/waitlist", email(GUEST));
    // The place on the list came with a code; a second one would make it invalid.
    String guest = fixture.signInByMailedCode(GUEST);
    String code = text(done(owner, "/v0/operator/invites", email(GUEST)), "invite_code");
    return new Asked(guest, objects.path(row), "{\"code\":\"" + code + "\"}");
  }

  private String code() {
    return text(done(owner, "/v0/agent/codes", "{}"), "invite_code");
  }

  private Asked claimed(Operation row) {
    String body = "{\"invite_code\":\"" + code() + "\",\"username\":\"bot-two\"}";
    JsonNode made = done(null, "/v0/agent/sign-up", body);
    return of(row, "{\"claim_code\":\"" + text(made, "claim_code") + "\"}");
  }

  private Asked added(Operation row) {
    JsonNode question = done(owner, "/v0/console/passkeys/options", "{}").get("public_key");
    return of(
        row, "{\"name\":\"phone\",\"credential\":" + new SoftPasskey().create(question) + "}");
  }

  private Asked decided(Operation row) {
    String client =
        text(
            TestServer.json(
                TestServer.send(
                    fixture
                        .request("/oauth/register")
                        .header("Content-Type", "application/json")
                        .POST(
                            BodyPublishers.ofString(
                                "{\"client_name\":\"A"
                                    + " program\",\"redirect_uris\":[\"http://127.0.0.1/back\"],"
                                    + "\"token_endpoint_auth_method\":\"none\"}")))),
            "client_id");
    return of(
        row,
        "{\"client_id\":\"%s\",\"redirect_uri\":\"http://127.0.0.1/back\",\"response_type\":\"code\","
                .formatted(client)
            + "\"code_challenge\":\"E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM\","
            + "\"code_challenge_method\":\"S256\",\"resource\":\"http://localhost:8080/mcp\","
            + "\"decision\":\"allow\",\"permissions\":[\"inbox_read\"]}");
  }

  @Test
  void a_late_repeat_of_resume_does_not_undo_a_pause_made_in_between() {
    String inbox = "/v0/inboxes/" + objects.inbox.address();
    assertPausedAfter(inbox + "/resume", inbox + "/pause", inbox, "status");
    String sending = "/v0/operator/sending";
    ask(new Asked(owner, sending + "/resume", null), KEY);
    done(owner, sending + "/pause", "{}");
    ask(new Asked(owner, sending + "/resume", null), KEY);
    assertTrue(
        fixture
            .mailbox
            .context()
            .read(tx -> tx.settings().get(SettingStore.SENDING_PAUSED))
            .isPresent());
    String organization = "/v0/organizations";
    assertPausedAfter(organization + "/resume", organization + "/suspend", organization, "sending");
  }

  private void assertPausedAfter(String resume, String pause, String shown, String member) {
    HttpResponse<String> first = ask(new Asked(owner, resume, null), KEY);
    String paused = done(owner, pause, "{}").get(member).toString();
    HttpResponse<String> late = ask(new Asked(owner, resume, null), KEY);
    assertEquals(first.body(), late.body());
    assertEquals(paused, MailboxFixture.json(fixture.get(shown)).get(member).toString());
  }

  @Test
  void a_repeated_rotation_leaves_the_secret_in_use() {
    String hooks = "/v0/webhooks";
    String hook = "{\"url\":\"https://hooks.example.com/y\",\"event_types\":[\"inbox.created\"]}";
    String path = hooks + "/" + text(done(owner, hooks, hook), "webhook_id");
    Asked rotate = new Asked(owner, path + "/rotate-secret", null);
    ask(rotate, KEY);
    String rotated = MailboxFixture.json(fixture.get(path)).toString();
    ask(rotate, KEY);
    assertEquals(rotated, MailboxFixture.json(fixture.get(path)).toString());
  }
}
