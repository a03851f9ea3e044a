package dev.agentmailbox.http.api.event;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Permission;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import java.net.http.HttpResponse;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Webhooks over HTTP: what humans set up and keys look at. */
class WebhookIT {
  private static final String HOOK =
      "{\"url\":\"https://hooks.example.com/in?a=b\",\"event_types\":[\"inbox.created\"]%s}";
  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();
  private final String cookie = fixture.signIn(fixture.human(Role.OWNER));

  private HttpResponse<String> human(String method, String path, @Nullable String json) {
    return fixture.as(cookie, method, path, json);
  }

  private JsonNode create(String path, String more) {
    return ok(human("POST", path, HOOK.formatted(more)));
  }

  // spec Webhooks.1, EventEndpoints.6
  @Test
  void a_human_makes_an_endpoint_and_its_secret_is_shown_once() {
    JsonNode made =
        create("/v0/webhooks", ",\"client_id\":\"mine\",\"headers\":{\"X-Token\":\"canary\"}");
    assertTrue(text(made, "secret").startsWith("whsec_"));
    assertEquals("enabled", text(made, "status"));
    String path = "/v0/webhooks/" + text(made, "webhook_id");
    JsonNode seen = ok(fixture.get(path));
    assertFalse(seen.has("secret"));
    assertEquals("https://hooks.example.com/in?a=b", text(seen, "url"));
    assertEquals("mine", text(seen, "client_id"));
    JsonNode names = ok(fixture.get(path + "/headers"));
    assertEquals("X-Token", names.get("header_names").get(0).stringValue());
    assertFalse(names.toString().contains("canary"));
    assertEquals(1, ok(fixture.get("/v0/webhooks")).get("count").intValue());
    assertFalse(create("/v0/webhooks", ",\"client_id\":\"mine\"").has("secret"));
  }

  @Test
  void the_body_for_a_chat_is_set_changed_and_removed() {
    String slack = "{\\\"text\\\":\\\"{{text}}\\\"}";
    JsonNode made = create("/v0/webhooks", ",\"body_template\":\"" + slack + "\"");
    assertEquals("{\"text\":\"{{text}}\"}", text(made, "body_template"));
    String path = "/v0/webhooks/" + text(made, "webhook_id");
    ok(human("PATCH", path, "{\"event_types\":[\"message.sent\"]}"));
    assertEquals("{\"text\":\"{{text}}\"}", text(ok(fixture.get(path)), "body_template"));
    HttpResponse<String> refused = human("PATCH", path, "{\"body_template\":\"{{text}}\"}");
    assertEquals(400, refused.statusCode());
    assertEquals("body_template", text(MailboxFixture.json(refused).get("errors").get(0), "path"));
    ok(human("PATCH", path, "{\"body_template\":\"\"}"));
    assertFalse(ok(fixture.get(path)).has("body_template"));
  }

  // spec EventEndpoints.8, EventEndpoints.9
  @Test
  void a_key_only_looks() {
    JsonNode made = create("/v0/webhooks", "");
    String path = "/v0/webhooks/" + text(made, "webhook_id");
    for (String[] call :
        new String[][] {
          {"POST", "/v0/webhooks"},
          {"PATCH", path},
          {"DELETE", path},
          {"PATCH", path + "/headers"},
          {"POST", path + "/enable"},
          {"POST", path + "/rotate-secret"},
          {"POST", path + "/test"},
          {"POST", path + "/replay"}
        }) {
      HttpResponse<String> refused = fixture.call(fixture.key, call[0], call[1], "{\"x\":1}");
      assertEquals("human_required", text(MailboxFixture.json(refused), "code"), call[1]);
    }
    String blind = fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ));
    assertEquals(403, fixture.call(blind, "GET", path, null).statusCode());
    assertEquals(501, fixture.get("/v0/webhooks/polling").statusCode());
  }

  // spec ErrorCodes.25
  @Test
  void bad_requests_are_told_in_full() {
    HttpResponse<String> local =
        human(
            "POST",
            "/v0/webhooks",
            "{\"url\":\"https://127.0.0.1/\",\"event_types\":[\"inbox.created\"]}");
    assertEquals(422, local.statusCode());
    assertEquals("webhook_target_forbidden", text(MailboxFixture.json(local), "code"));
    HttpResponse<String> none =
        human("POST", "/v0/webhooks", "{\"url\":\"https://a.example/\",\"event_types\":[]}");
    assertEquals(400, none.statusCode());
    assertEquals("event_types", text(MailboxFixture.json(none).get("errors").get(0), "path"));
    assertEquals(
        400,
        human("POST", "/v0/webhooks", HOOK.formatted(",\"headers\":{\"Host\":\"x\"}"))
            .statusCode());
    assertEquals(
        400,
        human("POST", "/v0/webhooks", HOOK.formatted(",\"inbox_ids\":[\"no@where.test\"]"))
            .statusCode());
  }

  // spec WebhookState.3, EventEndpoints.7
  @Test
  void an_endpoint_is_changed_tested_replayed_rotated_and_deleted() {
    JsonNode made = create("/v0/webhooks", "");
    String path = "/v0/webhooks/" + text(made, "webhook_id");
    JsonNode changed =
        ok(
            human(
                "PATCH",
                path,
                "{\"url\":\"https://b.example/\",\"event_types\":[\"message.sent\",\"inbox.created\"]}"));
    assertEquals("https://b.example/", text(changed, "url"));
    JsonNode names =
        ok(human("PATCH", path + "/headers", "{\"headers\":{\"X-A\":\"1\",\"X-B\":\"2\"}}"));
    assertEquals(2, names.get("header_names").size());
    names = ok(human("PATCH", path + "/headers", "{\"headers\":{},\"remove_headers\":[\"x-a\"]}"));
    assertEquals("X-B", names.get("header_names").get(0).stringValue());
    JsonNode test = ok(human("POST", path + "/test", "{}"));
    assertEquals("succeeded", text(test, "status"));
    assertEquals("test", text(test, "trigger"));
    JsonNode deliveries = ok(fixture.get(path + "/deliveries"));
    assertEquals(1, deliveries.get("deliveries").size());
    assertEquals(200, deliveries.get("deliveries").get(0).get("response_status_code").intValue());
    assertEquals(0, ok(human("POST", path + "/replay", "{}")).get("count").intValue());
    assertTrue(
        text(ok(human("POST", path + "/rotate-secret", null)), "secret").startsWith("whsec_"));
    JsonNode off = ok(human("PATCH", path, "{\"enabled\":false}"));
    assertEquals("human", text(off, "disabled_reason"));
    assertEquals("enabled", text(ok(human("POST", path + "/enable", null)), "status"));
    assertEquals(204, human("DELETE", path, null).statusCode());
    assertEquals(404, fixture.get(path).statusCode());
  }

  @Test
  void endpoints_of_an_inbox_and_of_a_pod_have_their_own_paths() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
    String box = "/v0/inboxes/orders@agents.localhost/webhooks";
    JsonNode inbox = create(box, "");
    assertEquals("orders@agents.localhost", inbox.get("inbox_ids").get(0).stringValue());
    String pod = text(ok(fixture.get("/v0/pods")).get("pods").get(0), "pod_id");
    JsonNode ofPod = create("/v0/pods/" + pod + "/webhooks", "");
    assertEquals(pod, ofPod.get("pod_ids").get(0).stringValue());
    String whole = "/v0/webhooks/" + text(create("/v0/webhooks", ""), "webhook_id");
    ok(human("PATCH", whole, "{\"add_inbox_ids\":[\"Orders@agents.localhost\"]}"));
    JsonNode again =
        ok(human("PATCH", whole, "{\"remove_inbox_ids\":[\"ORDERS@agents.localhost\"]}"));
    assertEquals(0, again.get("inbox_ids").size());
    assertEquals(1, ok(fixture.get(box)).get("count").intValue());
    assertEquals(2, ok(fixture.get("/v0/pods/" + pod + "/webhooks")).get("count").intValue());
    assertEquals(3, ok(fixture.get("/v0/webhooks")).get("count").intValue());
    assertEquals(404, fixture.get(box + "/" + text(ofPod, "webhook_id")).statusCode());
  }
}
