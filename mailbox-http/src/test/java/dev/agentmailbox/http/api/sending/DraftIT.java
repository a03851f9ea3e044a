package dev.agentmailbox.http.api.sending;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static dev.agentmailbox.http.Problems.code;
import static dev.agentmailbox.http.Problems.paths;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.http.Deliveries;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Drafts over HTTP; the fixture checks every answer against its row. */
class DraftIT {
  private static final String BOX = "/v0/inboxes/writer@agents.localhost";
  private static final String DRAFTS = BOX + "/drafts";
  private static final String BASE_URL = "http://localhost:8080";

  @AutoClose private MailboxFixture fixture;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    ok(fixture.post("/v0/inboxes", "{\"username\":\"writer\"}"));
  }

  private HttpResponse<String> patch(String path, String body) {
    return fixture.call(fixture.key, "PATCH", path, body);
  }

  private HttpResponse<String> send(String path, String key, String body) {
    return fixture.send(
        fixture
            .request(path)
            .header("Authorization", "Bearer " + fixture.key)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  private String download(JsonNode link) {
    String url = text(link, "download_url");
    HttpResponse<String> file = fixture.send(fixture.request(url.substring(BASE_URL.length())));
    assertEquals(200, file.statusCode());
    assertTrue(file.headers().firstValue("content-disposition").orElse("").contains("notes.txt"));
    return file.body();
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  // spec SystemLabels.5
  @Test
  void a_draft_is_written_read_downloaded_changed_sent_and_gone() {
    JsonNode made =
        ok(
            fixture.post(
                DRAFTS,
                """
                {"to":"writer@agents.localhost","subject":"Notes","labels":["later"],
                 "attachments":[{"filename":"notes.txt","content_type":"text/plain",
                                 "content":"%s"}]}\
                """
                    .formatted(base64("first notes"))));
    assertEquals("[\"draft\",\"later\"]", made.get("labels").toString());
    assertEquals("[]", made.get("cc").toString());
    assertFalse(made.has("send_status"));
    String id = text(made, "draft_id");
    String attachment =
        "/" + id + "/attachments/" + text(made.get("attachments").get(0), "attachment_id");
    assertEquals("first notes", download(ok(fixture.get(DRAFTS + attachment))));
    assertEquals("first notes", download(ok(fixture.get("/v0/drafts" + attachment))));

    JsonNode changed =
        ok(
            patch(
                DRAFTS + "/" + id,
                """
                {"text":"Words.","send_at":null,"subject":"Better notes",
                 "add_labels":"soon","remove_labels":"later"}\
                """));
    assertEquals("Words.", text(changed, "preview"));
    assertEquals(changed, ok(fixture.get("/v0/drafts/" + id)));
    for (String list : List.of("/v0/drafts", DRAFTS, DRAFTS + "?labels=soon,draft")) {
      JsonNode page = ok(fixture.get(list));
      assertEquals(id, text(page.get("drafts").get(0), "draft_id"));
      assertFalse(page.get("drafts").get(0).has("text"));
    }
    String pod = "/v0/pods/" + text(made, "pod_id") + "/drafts";
    assertEquals(1, ok(fixture.get(pod)).get("count").intValue());
    assertEquals(changed, ok(fixture.get(pod + "/" + id)));

    String send = DRAFTS + "/" + id + "/send";
    HttpResponse<String> sent = send(send, "k1", "{\"add_labels\":[\"out\"]}");
    assertEquals(202, sent.statusCode(), sent.body());
    HttpResponse<String> again = send(send, "k1", "{\"add_labels\":[\"out\"]}");
    assertEquals(sent.body(), again.body());
    assertEquals("true", again.headers().firstValue("idempotency-replayed").orElse(""));
    JsonNode record = ok(fixture.get("/v0/sends/" + text(ok(sent), "send_id")));
    assertEquals("draft", text(record, "kind"));
    assertEquals(id, text(record, "draft_id"));
    assertEquals("sent", text(record, "status"));
    assertEquals(404, fixture.get(DRAFTS + "/" + id).statusCode());
    JsonNode copy = ok(fixture.get(BOX + "/messages/" + text(record, "message_id")));
    assertEquals("[\"out\",\"sent\",\"soon\"]", copy.get("labels").toString());
    assertEquals("Better notes", text(copy, "subject"));
    assertEquals("notes.txt", text(copy.get("attachments").get(0), "filename"));
  }

  @Test
  void a_scheduled_draft_is_read_only_until_its_send_is_cancelled() {
    String at = fixture.mailbox.context().now().plusSeconds(3_600).toString();
    JsonNode made =
        ok(
            fixture.post(
                DRAFTS, "{\"to\":[\"a@example.com\"],\"text\":\"x\",\"send_at\":\"" + at + "\"}"));
    assertFalse(made.has("send_status"), "it is scheduled only when it is sent");
    String draft = DRAFTS + "/" + text(made, "draft_id");
    JsonNode result = ok(send(draft + "/send", "k1", "{}"));
    assertEquals("scheduled", text(result, "status"));
    JsonNode waiting = ok(fixture.get(draft));
    assertEquals("scheduled", text(waiting, "send_status"));
    assertEquals(text(result, "send_id"), text(waiting, "send_id"));
    for (HttpResponse<String> refused :
        List.of(patch(draft, "{\"subject\":\"y\"}"), send(draft + "/send", "k2", "{}"))) {
      assertEquals(409, refused.statusCode());
      assertEquals("conflict", code(refused));
      assertEquals("send_waiting", text(MailboxFixture.json(refused), "reason"));
    }
    ok(fixture.post("/v0/sends/" + text(result, "send_id") + "/cancel", "{}"));
    assertFalse(ok(patch(draft, "{\"subject\":\"y\"}")).has("send_status"));
    assertEquals(204, fixture.call(fixture.key, "DELETE", draft, null).statusCode());
    assertEquals(0, ok(fixture.get(DRAFTS)).get("count").intValue());
  }

  // spec SendFields.7
  @Test
  void a_send_takes_the_file_of_a_draft() {
    JsonNode made =
        ok(
            fixture.post(
                DRAFTS, "{\"attachments\":[{\"filename\":\"notes.txt\",\"content\":\"AAAA\"}]}"));
    String id = text(made.get("attachments").get(0), "attachment_id");
    String body =
        "{\"to\":\"writer@agents.localhost\",\"text\":\"x\",\"attachments\":[{\"draft_attachment_id\":\"%s\"}]}";
    JsonNode result = ok(send(BOX + "/messages/send", "k1", body.formatted(id)));
    JsonNode record = ok(fixture.get("/v0/sends/" + text(result, "send_id")));
    JsonNode copy = ok(fixture.get(BOX + "/messages/" + text(record, "message_id")));
    assertEquals("notes.txt", text(copy.get("attachments").get(0), "filename"));
    assertEquals(
        List.of("attachments[0].draft_attachment_id"),
        paths(send(BOX + "/messages/send", "k2", body.formatted("att_missing"))));
    assertEquals(
        List.of("attachments[0]"),
        paths(
            send(
                BOX + "/messages/send",
                "k3",
                "{\"to\":\"a@example.com\",\"attachments\":[{\"filename\":\"a\"}]}")));
  }

  @Test
  void large_files_are_taken_and_large_bodies_without_files_are_not() {
    String file = "[{\"content\":\"" + base64("x".repeat(1_700_000)) + "\"}]";
    JsonNode made = ok(fixture.post(DRAFTS, "{\"attachments\":" + file + "}"));
    String draft = DRAFTS + "/" + text(made, "draft_id");
    JsonNode full = ok(patch(draft, "{\"add_attachments\":" + file + "}"));
    assertEquals(2, full.get("attachments").size());
    HttpResponse<String> over = patch(draft, "{\"add_attachments\":" + file + "}");
    assertEquals("message_too_large", code(over));
    assertEquals(3_670_016, MailboxFixture.json(over).get("limit_bytes").intValue());
    String words = "{\"text\":\"" + "x".repeat(1_100_000) + "\"}";
    assertEquals("payload_too_large", code(fixture.post(DRAFTS, words)));
  }

  @Test
  void an_answer_shows_the_name_of_its_recipient_as_an_author_would_write_it() {
    String name = "\"Ann, \\\"B\\\"\" <ann@example.com>";
    Inbox inbox = fixture.mailbox.agent().createInbox("named");
    Deliveries.raw(
        fixture,
        inbox,
        "ann@example.com",
        "From: %s\r\nTo: %s\r\nMessage-ID: <2@x.test>\r\nSubject: Order\r\n\r\nHello\r\n"
            .formatted(name, inbox.address()));
    String box = "/v0/inboxes/" + inbox.address();
    String message = text(ok(fixture.get(box + "/messages")).get("messages").get(0), "message_id");
    JsonNode draft =
        ok(fixture.post(box + "/drafts", "{\"in_reply_to\":\"" + message + "\",\"text\":\"Yes\"}"));
    assertEquals(name, draft.get("to").get(0).stringValue());
    assertEquals("Re: Order", text(draft, "subject"));
    ok(send(box + "/drafts/" + text(draft, "draft_id") + "/send", "k1", "{}"));
  }

  @Test
  void wrong_drafts_are_refused_with_every_problem() {
    assertEquals(
        List.of("to[0]", "reply_all"),
        paths(fixture.post(DRAFTS, "{\"to\":\"nobody\",\"reply_all\":true}")));
    assertEquals(
        List.of("attachments[0].content"),
        paths(fixture.post(DRAFTS, "{\"attachments\":[{\"filename\":\"a\"}]}")));
    assertEquals(
        "not_found", code(fixture.post(DRAFTS, "{\"in_reply_to\":\"msg_0000000000000000\"}")));
    assertEquals("invalid_header", code(fixture.post(DRAFTS, "{\"subject\":\"a\\nb\"}")));
    JsonNode made = ok(fixture.post(DRAFTS, "{\"client_id\":\"mine\"}"));
    JsonNode same = ok(fixture.post(DRAFTS, "{\"client_id\":\"mine\",\"subject\":\"x\"}"));
    assertEquals(made, same);
    String draft = DRAFTS + "/" + text(made, "draft_id");
    assertEquals(List.of("body"), paths(patch(draft, "{}")));
    assertEquals(
        List.of("remove_attachments[0]"),
        paths(patch(draft, "{\"remove_attachments\":[\"att_1\"]}")));
    assertEquals(
        List.of("header.Idempotency-Key"),
        paths(
            fixture.send(
                fixture
                    .request(draft + "/send")
                    .header("Authorization", "Bearer " + fixture.key)
                    .POST(BodyPublishers.noBody()))));
  }
}
