package dev.agentmailbox.http.docs.examples;

import dev.agentmailbox.http.TestServer;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import tools.jackson.databind.JsonNode;

/** Events, webhooks, lists, policies, keys and figures of the support desk, at every level. */
final class SettingsStory {
  private static final String DAYS = "?from=2026-11-01&to=2026-11-02";
  private final Recorder to;
  private final MailStory mail;

  private SettingsStory(Recorder to, MailStory mail) {
    this.to = to;
    this.mail = mail;
  }

  static void tell(Recorder to, MailStory mail) {
    SettingsStory story = new SettingsStory(to, mail);
    story.events();
    for (String level : mail.levels) {
      story.webhook(level);
      story.list(level + "/lists/send/block");
      story.policy(level);
      story.keys(level + "/api-keys");
      story.metrics(level + "/metrics");
    }
    to.get("/v0/usage" + DAYS);
  }

  private void events() {
    to.get("/v0/events?types=message.received,message.sent&limit=2");
    to.get(mail.box + "/events?limit=2");
    String uri = "ws://127.0.0.1:" + to.fixture.http.port() + "/v0/ws";
    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + to.fixture.key)
            .buildAsync(java.net.URI.create(uri), new WebSocket.Listener() {})
            .join();
    socket.abort();
    to.operations.put("openWebSocket", TestServer.JSON.createObjectNode().put("status", 101));
  }

  private void webhook(String level) {
    String hooks = level + "/webhooks";
    JsonNode made =
        to.human(
            "POST",
            hooks,
            """
            {"url":"https://desk.example.com/mail","event_types":["message.received","message.bounced"],
             "client_id":"desk-%d","headers":{"X-Desk":"support"}}"""
                .formatted(mail.levels.indexOf(level)));
    String one = hooks + "/" + made.get("webhook_id").stringValue();
    to.get(hooks);
    to.get(one);
    to.get(one + "/headers");
    to.human("PATCH", one, "{\"event_types\":[\"message.received\",\"message.rejected\"]}");
    to.human("PATCH", one + "/headers", "{\"headers\":{\"X-Desk\":\"care\"}}");
    to.human("POST", one + "/test", null);
    to.get(one + "/deliveries");
    to.human("POST", one + "/replay", "{\"since\":\"2026-11-02T08:00:00Z\"}");
    to.human("POST", one + "/rotate-secret", null);
    to.human("PATCH", one, "{\"enabled\":false}");
    to.human("POST", one + "/enable", null);
    to.human("DELETE", one, null);
  }

  private void list(String list) {
    to.post(list, "{\"entry\":\"lamps.example.net\",\"reason\":\"Went out of business\"}");
    to.get(list);
    to.get(list + "/lamps.example.net");
    to.refused(
        "human_required",
        to.with(to.fixture.key, null, "DELETE", list + "/lamps.example.net", null));
    to.human("DELETE", list + "/lamps.example.net", null);
  }

  private void policy(String level) {
    to.get(level + "/policy");
    to.human("PATCH", level + "/policy", "{\"approval_flags\":[\"first_contact\",\"has_links\"]}");
  }

  private void keys(String keys) {
    JsonNode made =
        to.human(
            "POST",
            keys,
            "{\"name\":\"Support agent\",\"permissions\":{\"message_read\":true,\"message_send\":true},"
                + "\"expires_at\":\"2027-01-01T00:00:00Z\"}");
    String one = keys + "/" + made.get("api_key_id").stringValue();
    to.get(keys);
    to.get(one);
    to.human("PATCH", one, "{\"name\":\"Night agent\"}");
    to.human("DELETE", one, null);
  }

  private void metrics(String metrics) {
    to.get(metrics + "/events" + DAYS + "&types=message.received,message.sent");
    to.get(metrics + "/usage" + DAYS + "&usage_types=received,sent_messages");
    to.get(metrics + "/rates" + DAYS);
  }
}
