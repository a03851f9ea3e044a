package dev.agentmailbox.http.api.event;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Polling that waits for the next event. */
class EventWaitIT {
  @AutoClose private final MailboxFixture fixture = MailboxFixture.start();

  @BeforeEach
  void create() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
  }

  private String latest(String types) {
    return text(ok(fixture.get("/v0/events?after=latest" + types)), "cursor");
  }

  private CompletableFuture<HttpResponse<String>> waiting(String query) {
    return CompletableFuture.supplyAsync(() -> fixture.get("/v0/events?" + query));
  }

  private void create(String username) {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"" + username + "\"}"));
  }

  private static JsonNode answer(CompletableFuture<HttpResponse<String>> waiting) throws Exception {
    return ok(waiting.get(20, TimeUnit.SECONDS));
  }

  @Test
  void an_event_ends_the_wait_and_its_cursor_leads_on() throws Exception {
    var waiting = waiting("wait=30&after=" + latest(""));
    create("second");
    JsonNode page = answer(waiting);
    assertEquals("inbox.created", text(page.get("events").get(0), "event_type"));
    JsonNode next = answer(waiting("wait=1&after=" + text(page, "cursor")));
    assertEquals(0, next.get("count").intValue());
  }

  @Test
  void latest_waits_for_what_is_to_come() throws Exception {
    var waiting = waiting("wait=30&after=latest");
    while (!waiting.isDone()) {
      create("n" + System.nanoTime());
    }
    assertTrue(answer(waiting).get("count").intValue() > 0);
  }

  @Test
  void events_that_are_not_wanted_do_not_end_the_wait_and_are_not_read_again() throws Exception {
    String types = "&types=message.received";
    String start = latest(types);
    var waiting = waiting("wait=2" + types + "&after=" + start);
    create("second");
    JsonNode page = answer(waiting);
    assertEquals(0, page.get("count").intValue());
    assertTrue(!text(page, "cursor").equals(start), "the cursor is past what was not wanted");
  }

  @Test
  void events_that_are_there_are_answered_at_once() throws Exception {
    assertTrue(answer(waiting("wait=30")).get("count").intValue() > 0);
  }

  @Test
  void a_human_waits_too() throws Exception {
    String owner = fixture.signIn(fixture.human(Role.OWNER));
    String cursor = text(ok(fixture.as(owner, "GET", "/v0/events?after=latest", null)), "cursor");
    var waiting =
        CompletableFuture.supplyAsync(
            () -> fixture.as(owner, "GET", "/v0/events?wait=30&after=" + cursor, null));
    create("second");
    assertEquals(1, answer(waiting).get("count").intValue());
  }

  @Test
  void thirty_seconds_are_allowed_and_no_more() {
    assertEquals(400, fixture.get("/v0/events?wait=31").statusCode());
    assertEquals(400, fixture.get("/v0/events?wait=-1").statusCode());
    assertEquals(200, fixture.get("/v0/events?wait=0&after=latest").statusCode());
  }
}
