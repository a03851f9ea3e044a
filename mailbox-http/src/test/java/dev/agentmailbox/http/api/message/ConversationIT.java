package dev.agentmailbox.http.api.message;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Caller;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an agent does all day, over HTTP; the fixture checks every answer against its row. */
class ConversationIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  @AutoClose private MailboxFixture fixture;

  @BeforeEach
  void start() {
    fixture = MailboxFixture.start();
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\",\"metadata\":{\"a\":[1,null]}}"));
  }

  private void deliver(String subject, String text) {
    Caller owner = fixture.mailbox.owner();
    Inbox inbox = fixture.mailbox.inboxes().get(owner, "orders@agents.localhost");
    fixture.mailbox.agent().deliver("customer@example.com", inbox, subject, text);
  }

  // spec InboxEndpoints.6
  @Test
  void an_inbox_is_created_changed_found_and_deleted() {
    JsonNode changed =
        ok(fixture.call(fixture.key, "PATCH", BOX, "{\"display_name\":\"Help\",\"metadata\":{}}"));
    assertEquals("Help", text(changed, "display_name"));
    JsonNode cleared = ok(fixture.call(fixture.key, "PATCH", BOX, "{\"display_name\":null}"));
    assertFalse(cleared.has("display_name"));
    assertEquals(1, ok(fixture.get("/v0/inboxes/search?q=orde")).get("count").intValue());
    HttpResponse<String> deleted = fixture.call(fixture.key, "DELETE", BOX, null);
    assertEquals(204, deleted.statusCode());
    assertEquals(404, fixture.get(BOX).statusCode());
    HttpResponse<String> again = fixture.post("/v0/inboxes", "{\"username\":\"orders\"}");
    assertEquals("address_unavailable", text(MailboxFixture.json(again), "code"));
  }

  // spec Conventions.5, ErrorCodes.2
  @Test
  void a_page_token_leads_through_the_whole_list_and_only_with_its_query() {
    for (int i = 0; i < 5; i++) {
      ok(fixture.post("/v0/inboxes", "{\"username\":\"agent" + i + "x\"}"));
    }
    JsonNode first = ok(fixture.get("/v0/inboxes?limit=4"));
    assertEquals(4, first.get("count").intValue());
    String token = text(first, "next_page_token");
    JsonNode second = ok(fixture.get("/v0/inboxes?limit=3&page_token=" + token));
    assertEquals(2, second.get("count").intValue());
    assertFalse(second.has("next_page_token"));
    HttpResponse<String> other = fixture.get("/v0/inboxes?ascending=true&page_token=" + token);
    assertEquals("invalid_request", text(MailboxFixture.json(other), "code"));
  }

  @Test
  void a_page_token_and_a_cursor_belong_to_an_inbox_however_its_address_is_written() {
    deliver("One", "1");
    deliver("Two", "2");
    String token =
        text(
            ok(fixture.get("/v0/inboxes/orders@agents.localhost/messages?limit=1")),
            "next_page_token");
    JsonNode second =
        ok(fixture.get("/v0/inboxes/ORDERS%40agents.localhost/messages?page_token=" + token));
    assertEquals(1, second.get("count").intValue());
    String cursor = text(ok(fixture.get("/v0/events?inbox_ids=orders@agents.localhost")), "cursor");
    ok(fixture.get("/v0/events?inbox_ids=Orders@Agents.localhost&after=" + cursor));
    String page =
        text(
            ok(fixture.get("/v0/threads?limit=1&inbox_id=orders@agents.localhost")),
            "next_page_token");
    ok(fixture.get("/v0/threads?inbox_id=ORDERS@agents.localhost&page_token=" + page));
  }

  @Test
  void mail_that_arrives_is_listed_read_searched_labelled_and_downloaded() throws Exception {
    deliver("Where is my order", "It was number seventeen.");
    JsonNode item = ok(fixture.get(BOX + "/messages")).get("messages").get(0);
    assertEquals("Where is my order", text(item, "subject"));
    String message = BOX + "/messages/" + text(item, "message_id");
    assertTrue(text(ok(fixture.get(message)), "text").contains("seventeen"));
    JsonNode hits = ok(fixture.get(BOX + "/messages/search?q=sevent"));
    assertEquals(1, hits.get("count").intValue());
    JsonNode threads = ok(fixture.get("/v0/threads?labels=unread"));
    String thread = "/v0/threads/" + text(threads.get("threads").get(0), "thread_id");
    assertEquals(1, ok(fixture.get(thread)).get("messages").size());
    JsonNode labels =
        ok(
            fixture.call(
                fixture.key,
                "PATCH",
                message,
                "{\"add_labels\":\"done\",\"remove_labels\":[\"unread\"]}"));
    assertEquals("[\"done\",\"received\"]", labels.get("labels").toString());
    String url = text(ok(fixture.get(message + "/raw")), "download_url");
    HttpResponse<String> raw =
        fixture.send(fixture.request(url.substring("http://localhost:8080".length())));
    assertEquals(200, raw.statusCode());
    assertTrue(raw.body().contains("seventeen"));
    assertTrue(
        raw.headers().firstValue("content-disposition").orElse("").startsWith("attachment;"));
    assertEquals("no-store", raw.headers().firstValue("cache-control").orElse(""));
    HttpResponse<String> forged =
        fixture.send(fixture.request(url.substring("http://localhost:8080".length()) + "A"));
    assertEquals(400, forged.statusCode());
    assertEquals(204, fixture.call(fixture.key, "DELETE", message, null).statusCode());
    assertEquals(0, ok(fixture.get(BOX + "/messages")).get("count").intValue());
  }

  // spec SendRequest.9
  @Test
  void a_send_is_accepted_followed_and_repeated_with_one_answer() {
    String body = "{\"to\":\"orders@agents.localhost\",\"subject\":\"Hi\",\"text\":\"Hello\"}";
    HttpResponse<String> first = send("k1", body);
    assertEquals(202, first.statusCode(), first.body());
    HttpResponse<String> again = send("k1", body);
    assertEquals(first.body(), again.body());
    assertEquals("true", again.headers().firstValue("idempotency-replayed").orElse(""));
    HttpResponse<String> other = send("k1", body.replace("Hello", "Other"));
    assertEquals("idempotency_conflict", text(MailboxFixture.json(other), "code"));
    JsonNode sends = ok(fixture.get("/v0/sends?inbox_id=orders@agents.localhost"));
    assertEquals(1, sends.get("count").intValue());
    String sendId = text(MailboxFixture.json(first), "send_id");
    assertEquals("Hi", text(sends.get("sends").get(0), "subject"));
    JsonNode record = ok(fixture.get("/v0/sends/" + sendId));
    assertEquals(sendId, text(record, "send_id"));
    assertEquals("Hi", text(record, "subject"));
    JsonNode dry = ok(fixture.post(BOX + "/messages/check", body.replace("Hello", "{{name}}")));
    assertEquals("refused", text(dry, "would"));
  }

  // spec ErrorCodes.15
  @Test
  void a_scheduled_send_is_cancelled_and_a_repeat_hears_the_same() {
    String at = fixture.mailbox.context().now().plusSeconds(3600).toString();
    String body = "{\"to\":[\"a@example.com\"],\"text\":\"Later\",\"send_at\":\"" + at + "\"}";
    JsonNode scheduled = ok(send("k1", body));
    assertEquals("scheduled", text(scheduled, "status"));
    assertFalse(ok(fixture.get("/v0/sends/" + text(scheduled, "send_id"))).has("subject"));
    String cancel = "/v0/sends/" + text(scheduled, "send_id") + "/cancel";
    HttpResponse<String> first = cancel(cancel, "k2");
    assertEquals("cancelled", text(ok(first), "status"));
    HttpResponse<String> again = cancel(cancel, "k2");
    assertEquals(first.body(), again.body());
    assertEquals("true", again.headers().firstValue("idempotency-replayed").orElse(""));
    HttpResponse<String> late = cancel(cancel, "k3");
    assertEquals("already_final", text(MailboxFixture.json(late), "reason"));
  }

  private HttpResponse<String> cancel(String path, String key) {
    return fixture.send(
        fixture
            .request(path)
            .header("Authorization", "Bearer " + fixture.key)
            .header("Idempotency-Key", key)
            .POST(java.net.http.HttpRequest.BodyPublishers.noBody()));
  }

  private HttpResponse<String> send(String key, String body) {
    return fixture.send(
        fixture
            .request(BOX + "/messages/send")
            .header("Authorization", "Bearer " + fixture.key)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)));
  }

  // spec SendRequest.8, SendFields.12, SendFields.13
  @Test
  void fields_of_the_client_that_mean_nothing_here_are_taken_and_ignored() {
    HttpResponse<String> sent =
        send(
            "k1",
            "{\"to\":\"orders@agents.localhost\",\"text\":\"Hello\",\"track_opens\":true,"
                + "\"reply_to\":\"elsewhere@example.com\"}");
    assertEquals(202, sent.statusCode(), sent.body());
    String messageId =
        text(
            ok(fixture.get("/v0/sends/" + text(MailboxFixture.json(sent), "send_id"))),
            "message_id");
    HttpResponse<String> message = fixture.get(BOX + "/messages/" + messageId);
    assertFalse(ok(message).toString().contains("elsewhere@example.com"), message.body());
  }

  // spec Labels.3
  @Test
  void a_thread_has_the_labels_of_all_its_messages() {
    deliver("Question", "Really?");
    deliver("Re: Question", "Well?");
    List<String> threads = new ArrayList<>();
    for (JsonNode item : ok(fixture.get(BOX + "/messages")).get("messages")) {
      String label = "label-" + threads.size();
      String path = BOX + "/messages/" + text(item, "message_id");
      ok(fixture.call(fixture.key, "PATCH", path, "{\"add_labels\":[\"" + label + "\"]}"));
      threads.add(text(item, "thread_id"));
    }
    assertEquals(2, threads.size());
    assertEquals(threads.get(0), threads.get(1));
    String labels = ok(fixture.get(BOX + "/threads/" + threads.get(0))).get("labels").toString();
    assertTrue(labels.contains("label-0") && labels.contains("label-1"), labels);
  }

  // spec Events.2
  @Test
  void an_event_says_nothing_of_what_a_mail_says() {
    deliver("Canary subject", "Canary text");
    String events = fixture.get("/v0/events").body();
    assertTrue(events.contains("message.received"), events);
    assertFalse(events.contains("Canary"), events);
  }

  @Test
  void a_reply_goes_to_the_author() {
    deliver("Question", "Really?");
    JsonNode item = ok(fixture.get(BOX + "/messages")).get("messages").get(0);
    String reply = BOX + "/messages/" + text(item, "message_id") + "/reply";
    JsonNode result = ok(fixture.post(reply, "{\"text\":\"Yes.\"}"));
    JsonNode record = ok(fixture.get("/v0/sends/" + text(result, "send_id")));
    assertEquals("customer@example.com", text(record.get("recipients").get(0), "address"));
    HttpResponse<String> wrong = fixture.post(reply, "{\"text\":\"Yes.\",\"subject\":\"x\"}");
    assertEquals("validation_error", text(MailboxFixture.json(wrong), "code"));
  }

  // spec Polling.1, EventEndpoints.1, ErrorCodes.2
  @Test
  void events_are_followed_with_a_cursor_bound_to_its_query() {
    JsonNode start = ok(fixture.get("/v0/events?after=latest"));
    assertEquals(0, start.get("count").intValue());
    deliver("News", "Something happened.");
    String after = "&after=" + text(start, "cursor");
    JsonNode page = ok(fixture.get("/v0/events?limit=10" + after));
    List<String> types =
        page.get("events").valueStream().map(event -> text(event, "event_type")).toList();
    assertEquals(List.of("message.received"), types);
    HttpResponse<String> other = fixture.get("/v0/events?types=message.sent" + after);
    assertEquals("invalid_request", text(MailboxFixture.json(other), "code"));
    JsonNode usage = ok(fixture.get("/v0/usage"));
    assertEquals(7, usage.get("days").size());
    assertTrue(usage.get("breaker").get("reason").isNull());
  }

  // spec NamedEndpoints.2
  @Test
  void a_key_learns_who_it_is() {
    JsonNode me = ok(fixture.get("/v0/auth/me"));
    assertEquals("organization", text(me, "scope_type"));
    assertTrue(me.get("permissions").get("inbox_read").booleanValue());
    assertFalse(me.get("claim_required").booleanValue());
    assertTrue(ok(fixture.get("/v0/organizations")).get("inbox_count").intValue() >= 1);
  }
}
