package dev.agentmailbox.http.api.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** API keys at the HTTP door. */
class ApiKeyIT {
  private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
  @AutoClose private MailboxFixture fixture;
  private String owner;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));
    owner = fixture.signInByCode("owner@localhost");
  }

  private HttpResponse<String> asOwner(String method, String path, @Nullable String json) {
    return fixture.asHuman(owner, method, path, json);
  }

  private JsonNode create(String path, String json) {
    HttpResponse<String> response = asOwner("POST", path, json);
    assertEquals(200, response.statusCode(), response.body());
    return MailboxFixture.json(response);
  }

  private int status(String key, String path) {
    return fixture.call(key, "GET", path, null).statusCode();
  }

  private static void assertProblem(String path, HttpResponse<String> response) {
    assertEquals(400, response.statusCode(), response.body());
    JsonNode errors = MailboxFixture.json(response).get("errors");
    assertEquals(1, errors.size(), response.body());
    assertEquals(path, errors.get(0).get("path").stringValue());
  }

  @Test
  void a_new_key_shows_its_secret_once_and_every_permission() {
    JsonNode made = create("/v0/api-keys", "{\"name\":\"mine\"}");
    String key = made.get("api_key").stringValue();
    assertTrue(key.startsWith("sk_" + made.get("prefix").stringValue() + "_"));
    assertEquals("bearer", made.get("type").stringValue());
    assertEquals("active", made.get("status").stringValue());
    assertEquals("organization", made.get("scope_type").stringValue());
    assertEquals(Permission.values().length, made.get("permissions").size());
    made.get("permissions").forEach(granted -> assertTrue(granted.booleanValue()));

    HttpResponse<String> read = fixture.get("/v0/api-keys/" + made.get("api_key_id").stringValue());
    assertEquals(200, read.statusCode());
    assertFalse(read.body().contains("api_key\""));
    assertEquals(200, status(key, "/v0/inboxes"));
  }

  @Test
  void a_key_has_exactly_the_permissions_that_are_true() {
    JsonNode made =
        create(
            "/v0/api-keys",
            "{\"name\":\"few\",\"permissions\":{\"inbox_read\":true,\"pod_read\":false}}");
    String key = made.get("api_key").stringValue();
    assertTrue(made.get("permissions").get("inbox_read").booleanValue());
    assertFalse(made.get("permissions").get("pod_read").booleanValue());
    assertFalse(made.get("permissions").get("message_send").booleanValue());
    assertEquals(200, status(key, "/v0/inboxes"));
    assertEquals(403, status(key, "/v0/pods"));
  }

  @Test
  void what_is_wrong_with_a_new_key_is_named() {
    assertProblem("name", asOwner("POST", "/v0/api-keys", "{}"));
    assertProblem("name", asOwner("POST", "/v0/api-keys", "{\"name\":\" \"}"));
    assertProblem(
        "permissions.fly",
        asOwner("POST", "/v0/api-keys", "{\"name\":\"a\",\"permissions\":{\"fly\":true}}"));
    assertProblem(
        "permissions.pod_read",
        asOwner("POST", "/v0/api-keys", "{\"name\":\"a\",\"permissions\":{\"pod_read\":1}}"));
    assertProblem(
        "expires_at",
        asOwner(
            "POST", "/v0/api-keys", "{\"name\":\"a\",\"expires_at\":\"2026-03-01T12:00:00Z\"}"));
    assertProblem("body", asOwner("PATCH", "/v0/api-keys/key_x", "{}"));
  }

  // spec Authentication.2, ErrorCodes.3
  @Test
  void a_key_expires() {
    JsonNode made =
        create("/v0/api-keys", "{\"name\":\"a\",\"expires_at\":\"2026-03-01T13:00:00Z\"}");
    String key = made.get("api_key").stringValue();
    assertEquals(200, status(key, "/v0/inboxes"));
    clock.advance(Duration.ofHours(1));
    assertEquals(401, status(key, "/v0/inboxes"));
    String id = made.get("api_key_id").stringValue();
    assertEquals(
        "expired",
        MailboxFixture.json(fixture.get("/v0/api-keys/" + id)).get("status").stringValue());
  }

  // spec Authentication.2, ErrorCodes.3
  @Test
  void a_narrowed_and_a_revoked_key_lose_their_power_with_the_next_request() {
    JsonNode made = create("/v0/api-keys", "{\"name\":\"a\"}");
    String key = made.get("api_key").stringValue();
    String path = "/v0/api-keys/" + made.get("api_key_id").stringValue();
    assertEquals(200, status(key, "/v0/pods"));

    HttpResponse<String> narrowed =
        asOwner("PATCH", path, "{\"name\":\"b\",\"permissions\":{\"inbox_read\":true}}");
    assertEquals(200, narrowed.statusCode(), narrowed.body());
    assertEquals("b", MailboxFixture.json(narrowed).get("name").stringValue());
    assertEquals(403, status(key, "/v0/pods"));
    assertEquals(200, status(key, "/v0/inboxes"));

    assertEquals(204, asOwner("DELETE", path, null).statusCode());
    assertEquals(401, status(key, "/v0/inboxes"));
    assertEquals(204, asOwner("DELETE", path, null).statusCode());
    assertEquals(409, asOwner("PATCH", path, "{\"name\":\"c\"}").statusCode());
    assertEquals("revoked", MailboxFixture.json(fixture.get(path)).get("status").stringValue());
  }

  @Test
  void a_repeated_creation_is_answered_without_the_secret() {
    HttpResponse<String> first = keyed("{\"name\":\"a\"}");
    HttpResponse<String> repeat = keyed("{\"name\":\"a\"}");
    assertTrue(MailboxFixture.json(first).has("api_key"));
    assertEquals("true", repeat.headers().firstValue("idempotency-replayed").orElse(""));
    assertFalse(MailboxFixture.json(repeat).has("api_key"));
    assertEquals(
        MailboxFixture.json(first).get("api_key_id"),
        MailboxFixture.json(repeat).get("api_key_id"));
    assertEquals(409, keyed("{\"name\":\"b\"}").statusCode());
  }

  private HttpResponse<String> keyed(String body) {
    return fixture.send(
        fixture
            .request("/v0/api-keys")
            .header("Cookie", owner)
            .header("Origin", MailboxFixture.ORIGIN)
            .header("Idempotency-Key", "once")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  @Test
  void keys_of_a_pod_and_an_inbox_are_seen_from_their_scope_and_wider_ones() {
    Inbox inbox = fixture.mailbox.agent().createInbox("robot");
    String pods = "/v0/pods/" + inbox.podId() + "/api-keys";
    String inboxes = "/v0/inboxes/" + inbox.address() + "/api-keys";
    JsonNode ofPod = create(pods, "{\"name\":\"pod\"}");
    JsonNode ofInbox = create(inboxes, "{\"name\":\"inbox\"}");
    assertEquals("pod", ofPod.get("scope_type").stringValue());
    assertEquals(inbox.podId(), ofPod.get("pod_id").stringValue());
    assertEquals("inbox", ofInbox.get("scope_type").stringValue());
    assertEquals(inbox.address(), ofInbox.get("scope_id").stringValue());

    assertEquals(3, count(fixture.key, "/v0/api-keys"));
    assertEquals(2, count(fixture.key, pods));
    assertEquals(1, count(fixture.key, inboxes));
    String podKey = ofPod.get("api_key").stringValue();
    String inboxKey = ofInbox.get("api_key").stringValue();
    assertEquals(2, count(podKey, "/v0/api-keys"));
    assertEquals(1, count(inboxKey, "/v0/api-keys"));
    String podKeyId = ofPod.get("api_key_id").stringValue();
    assertEquals(404, status(inboxKey, "/v0/api-keys/" + podKeyId));
    assertEquals(404, status(fixture.key, inboxes + "/" + podKeyId));
    assertEquals(200, status(podKey, pods + "/" + podKeyId));
    assertEquals(404, asOwner("DELETE", inboxes + "/" + podKeyId, null).statusCode());
    assertEquals(
        404,
        asOwner("POST", "/v0/inboxes/nobody@agents.localhost/api-keys", "{\"name\":\"a\"}")
            .statusCode());
  }

  private int count(String key, String path) {
    return MailboxFixture.json(fixture.call(key, "GET", path, null)).get("count").intValue();
  }

  @Test
  void reading_keys_needs_the_permission() {
    Set<Permission> others = EnumSet.complementOf(EnumSet.of(Permission.API_KEY_READ));
    String key = fixture.keyWith(Scope.organization(fixture.organization().id()), others);
    assertEquals(403, status(key, "/v0/api-keys"));
  }
}
