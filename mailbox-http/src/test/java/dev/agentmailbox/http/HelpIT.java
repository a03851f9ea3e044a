package dev.agentmailbox.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What refusals say to somebody who meets them for the first time. */
class HelpIT {
  private static final String BOX = "/v0/inboxes/my-agent@agents.localhost";
  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();

  private static String fix(HttpResponse<String> refused) {
    return MailboxFixture.json(refused).get("fix").stringValue();
  }

  @Test
  void an_unknown_field_names_the_known_ones() {
    HttpResponse<String> refused = fixture.post("/v0/inboxes", "{\"user\":\"canary\"}");
    assertEquals(400, refused.statusCode());
    assertEquals(
        "Known fields: username, domain, display_name, client_id, metadata, pod_id.", fix(refused));
    HttpResponse<String> send =
        fixture.post(BOX + "/messages/send", "{\"to\":[\"a@example.com\"],\"body\":\"canary\"}");
    assertTrue(fix(send).contains("text"), send.body());
    assertFalse(send.body().contains("canary"), send.body());
  }

  @Test
  void bad_json_is_told_with_its_place() {
    HttpResponse<String> refused = fixture.post("/v0/inboxes", "{\n  \"username\": canary}");
    assertTrue(refused.body().contains("line 2 column "), refused.body());
    assertFalse(refused.body().contains("canary"), refused.body());
  }

  @Test
  void a_wrong_path_leads_to_the_reference() {
    HttpResponse<String> refused = fixture.get("/v0/inboxs");
    assertEquals(404, refused.statusCode());
    assertEquals("This path does not exist; see the reference.", fix(refused));
  }

  @Test
  void an_inbox_id_that_is_no_address_is_told_so() {
    HttpResponse<String> refused = fixture.get("/v0/inboxes/my-agent");
    assertEquals(404, refused.statusCode());
    assertTrue(fix(refused).startsWith("An inbox_id is the full address"), refused.body());
    assertFalse(fix(fixture.get(BOX)).contains("full address"));
  }

  @Test
  void a_send_without_its_key_is_told_what_to_send() {
    HttpResponse<String> refused =
        fixture.send(
            fixture
                .request(BOX + "/messages/send")
                .header("Authorization", "Bearer " + fixture.key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"to\":[\"a@example.com\"],\"text\":\"x\"}")));
    assertEquals(400, refused.statusCode());
    assertTrue(fix(refused).startsWith("Send the header Idempotency-Key"), refused.body());
  }
}
