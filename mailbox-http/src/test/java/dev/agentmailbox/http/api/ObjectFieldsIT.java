package dev.agentmailbox.http.api;

import static dev.agentmailbox.http.MailboxFixture.ok;
import static dev.agentmailbox.http.MailboxFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Role;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The members of the objects that the specification shows, and the shapes of their identifiers. */
class ObjectFieldsIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";
  private static final String START = "2026-11-22T12:00:00Z";
  private static final String ID = "[0-9a-hjkmnp-tv-z]{16}";

  /** Stands still, so that no day ends while a test runs. */
  private final SettableClock clock = SettableClock.at(START);

  @AutoClose
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  private final String owner = fixture.signIn(fixture.human(Role.OWNER));
  private JsonNode created;

  @BeforeEach
  void create() {
    created =
        ok(
            fixture.post(
                "/v0/inboxes",
                "{\"username\":\"orders\",\"display_name\":\"Orders\",\"client_id\":\"c-1\","
                    + "\"metadata\":{\"a\":{\"b\":[1,null]}}}"));
  }

  private void deliver(String subject) {
    Inbox inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "orders@agents.localhost");
    fixture.mailbox.agent().deliver("customer@example.com", inbox, subject, "Hello");
  }

  private JsonNode send(String more) {
    return ok(
        fixture.post(
            BOX + "/messages/send",
            "{\"to\":[\"orders@agents.localhost\"],\"text\":\"Hello\"" + more + "}"));
  }

  private static void assertShape(String shape, String id) {
    assertTrue(id.matches(shape), id + " has not the shape " + shape);
  }

  // spec InboxFields.1, InboxFields.2, InboxFields.3, InboxFields.4, InboxFields.5, Identifiers.1
  @Test
  void an_inbox_has_its_fields_and_is_addressed_by_its_address_as_it_is() {
    assertEquals("orders@agents.localhost", text(created, "inbox_id"));
    assertEquals("Orders", text(created, "display_name"));
    assertEquals("c-1", text(created, "client_id"));
    assertEquals("active", text(created, "status"));
    JsonNode pod = ok(fixture.get("/v0/pods/" + text(created, "pod_id")));
    assertEquals("default", text(pod, "name"));
    assertEquals(created, ok(fixture.get("/v0/inboxes/orders@agents.localhost")));
    assertEquals(created, ok(fixture.get("/v0/inboxes/orders%40agents.localhost")));
    assertEquals("paused", text(ok(fixture.as(owner, "POST", BOX + "/pause", null)), "status"));
  }

  // spec InboxFields.6, InboxFields.7, InboxFields.8
  @Test
  void an_update_replaces_the_whole_metadata_and_changes_one_of_the_two_times() {
    assertEquals("{\"a\":{\"b\":[1,null]}}", created.get("metadata").toString());
    assertEquals(START, text(created, "created_at"));
    assertEquals(START, text(created, "updated_at"));
    clock.advance(Duration.ofHours(1));
    JsonNode changed = ok(fixture.call(fixture.key, "PATCH", BOX, "{\"metadata\":{\"c\":2}}"));
    assertEquals("{\"c\":2}", changed.get("metadata").toString());
    assertEquals(START, text(changed, "created_at"));
    assertEquals("2026-11-22T13:00:00Z", text(changed, "updated_at"));
  }

  // spec ListPage.1, ListPage.2, ListPage.3, ListPage.4
  @Test
  void a_page_counts_its_items_under_the_name_of_the_resource() {
    deliver("One");
    deliver("Two");
    send("");
    ok(fixture.post(BOX + "/drafts", "{\"text\":\"x\"}"));
    ok(fixture.post("/v0/lists/send/block", "{\"entry\":\"example.net\"}"));
    for (String[] list :
        new String[][] {
          {"/v0/inboxes", "inboxes"},
          {"/v0/inboxes/search?q=orders", "inboxes"},
          {"/v0/pods", "pods"},
          {"/v0/threads", "threads"},
          {BOX + "/messages", "messages"},
          {"/v0/drafts", "drafts"},
          {"/v0/sends", "sends"},
          {"/v0/lists/send/block", "entries"},
          {"/v0/api-keys", "api_keys"}
        }) {
      JsonNode page = ok(fixture.get(list[0]));
      assertTrue(page.get(list[1]).size() > 0, list[0]);
      assertEquals(page.get(list[1]).size(), page.get("count").intValue(), list[0]);
      assertEquals(50, page.get("limit").intValue(), list[0]);
      assertFalse(page.has("next_page_token"), list[0]);
    }
    JsonNode first = ok(fixture.get(BOX + "/messages?limit=1"));
    assertEquals(1, first.get("limit").intValue());
    assertEquals(1, first.get("count").intValue());
    assertShape("pt_[A-Za-z0-9_.-]+", text(first, "next_page_token"));
  }

  // spec SendResult.1, SendResult.2, SendResult.3, SendResult.4, SendResult.5, SendResult.6
  @Test
  void the_result_of_a_send_has_what_its_status_has() {
    JsonNode sent = send(",\"subject\":\"1\"");
    assertEquals("sent", text(sent, "status"));
    JsonNode record = ok(fixture.get("/v0/sends/" + text(sent, "send_id")));
    assertEquals(text(record, "message_id"), text(sent, "message_id"));
    assertEquals(text(record, "thread_id"), text(sent, "thread_id"));
    assertFalse(sent.has("send_at"));
    assertEquals("[]", sent.get("flags").toString());

    JsonNode later = send(",\"subject\":\"2\",\"send_at\":\"2026-11-22T14:00:00.5+01:00\"");
    assertEquals("scheduled", text(later, "status"));
    assertEquals("2026-11-22T13:00:00Z", text(later, "send_at"));
    assertFalse(later.has("message_id"));

    String rule = "{\"approval_flags\":[\"has_links\"]}";
    ok(fixture.as(owner, "PATCH", "/v0/policy", rule));
    JsonNode pending = send(",\"subject\":\"https://example.com\"");
    assertEquals("pending_approval", text(pending, "status"));
    assertTrue(pending.get("flags").toString().contains("\"has_links\""), pending.toString());
    assertFalse(pending.has("message_id"));
  }

  // spec Identifiers.2, Identifiers.3, Identifiers.4, Identifiers.5, Identifiers.6, Identifiers.7
  // spec Identifiers.8, Identifiers.9, Identifiers.10, Identifiers.11, Identifiers.12
  @Test
  void identifiers_have_the_shape_of_their_kind() {
    deliver("One");
    deliver("Two");
    JsonNode message = ok(fixture.get(BOX + "/messages?limit=1")).get("messages").get(0);
    JsonNode event = ok(fixture.get("/v0/events")).get("events").get(0);
    assertShape("org_" + ID, text(event, "organization_id"));
    assertShape("evt_" + ID, text(event, "event_id"));
    assertShape("pod_" + ID, text(created, "pod_id"));
    assertShape("thr_" + ID, text(message, "thread_id"));
    assertShape("msg_" + ID, text(message, "message_id"));
    assertShape("out_" + ID, text(send(""), "send_id"));
    HttpResponse<String> page = fixture.get("/v0/threads?limit=1");
    assertShape("req_" + ID, page.headers().firstValue("x-request-id").orElse(""));
    assertShape("pt_\\S{20,}", text(ok(page), "next_page_token"));
    String key = "{\"name\":\"k\"}";
    assertShape(
        "sk_[0-9A-Za-z]{8}_\\w{43,}",
        text(ok(fixture.as(owner, "POST", "/v0/api-keys", key)), "api_key"));
    String hook = "{\"url\":\"https://hooks.example.com\",\"event_types\":[\"message.sent\"]}";
    assertShape(
        "whsec_[A-Za-z0-9+/]{32,}={0,2}",
        text(ok(fixture.as(owner, "POST", "/v0/webhooks", hook)), "secret"));
    HttpResponse<String> joined =
        fixture.send(
            fixture
                .request("/v0/waitlist")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"use_case\":\"other\"}")));
    assertShape("wle_" + ID, text(ok(joined), "entry_id"));
  }

  // spec Identifiers.14, Identifiers.15
  @Test
  void every_time_is_in_utc_to_the_second_and_a_day_of_usage_is_a_date() {
    deliver("One");
    send(",\"send_at\":\"2026-11-22T14:00:00.75Z\"");
    ok(fixture.post(BOX + "/drafts", "{\"send_at\":\"2026-11-22T14:00:00+02:00\"}"));
    List<String> times = new ArrayList<>();
    for (String path :
        List.of(
            BOX,
            BOX + "/messages",
            "/v0/threads",
            "/v0/sends",
            "/v0/drafts",
            "/v0/events",
            "/v0/pods",
            "/v0/api-keys",
            "/v0/organizations",
            "/v0/health",
            "/v0/metrics/usage")) {
      times(ok(fixture.get(path)), times);
    }
    assertTrue(times.size() > 20, times.size() + " times");
    times.forEach(time -> assertShape("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", time));
    ok(fixture.get("/v0/usage"))
        .get("days")
        .forEach(day -> assertShape("\\d{4}-\\d\\d-\\d\\d", text(day, "date")));
  }

  /** The values of all members that are named like a time, at any depth. */
  private static void times(JsonNode node, List<String> found) {
    for (String name : node.propertyNames()) {
      if (name.matches(".*_at|(.*_)?timestamp|time")) {
        found.add(text(node, name));
      }
    }
    node.forEach(child -> times(child, found));
  }

  // spec UsageFields.1, UsageFields.2, UsageFields.3, UsageFields.4, UsageEndpoints.1
  @Test
  void usage_has_an_entry_for_every_day_that_counts_without_content() {
    deliver("Canary");
    JsonNode usage = ok(fixture.get("/v0/usage?from=2026-11-21&to=2026-11-22"));
    assertEquals(
        text(ok(fixture.get("/v0/organizations")), "organization_id"), organization(usage));
    assertEquals(2, usage.get("days").size());
    assertEquals("2026-11-21", text(usage.get("days").get(0), "date"));
    JsonNode today = usage.get("days").get(1);
    assertEquals("2026-11-22", text(today, "date"));
    for (String counter :
        List.of(
            "received",
            "sent_messages",
            "sent_recipients",
            "bounced",
            "complained",
            "storage_bytes",
            "api_calls")) {
      assertTrue(today.get(counter).isIntegralNumber(), counter);
    }
    assertEquals(1, today.get("received").intValue());
    assertFalse(usage.toString().contains("Canary"));
  }

  private static String organization(JsonNode object) {
    return text(object, "organization_id");
  }

  // spec UsageFields.5, UsageFields.6, UsageFields.7, UsageFields.8
  @Test
  void quotas_are_those_of_the_plan_and_say_what_is_used() {
    String operator = fixture.signInByCode("owner@localhost");
    String plan = "{\"plan\":{\"inbox_limit\":3,\"daily_recipients\":70,\"api_calls_daily\":5000}}";
    String path = "/v0/operator/organizations/" + fixture.organization().id();
    ok(fixture.asHuman(operator, "PATCH", path, plan));
    send(",\"cc\":[\"a@example.com\",\"b@example.com\"]");
    JsonNode quotas = ok(fixture.get("/v0/usage")).get("quotas");
    assertEquals(3, quotas.get("inbox_limit").intValue());
    assertEquals(70, quotas.get("daily_recipients").intValue());
    assertEquals(3, quotas.get("daily_recipients_used").intValue());
    assertEquals(5000, quotas.get("api_calls_daily").intValue());
  }

  // spec UsageFields.9, UsageFields.10, UsageFields.11, UsageFields.12
  @Test
  void the_breaker_is_ok_with_a_null_reason_and_two_rates() {
    JsonNode breaker = ok(fixture.get("/v0/usage")).get("breaker");
    assertEquals("ok", text(breaker, "state"));
    assertTrue(breaker.has("reason") && breaker.get("reason").isNull());
    assertTrue(breaker.get("bounce_rate_7d").isNumber());
    assertTrue(breaker.get("complaint_rate_7d").isNumber());
    ok(fixture.as(owner, "POST", "/v0/organizations/suspend", "{}"));
    JsonNode tripped = ok(fixture.get("/v0/usage")).get("breaker");
    assertEquals("tripped", text(tripped, "state"));
    assertEquals("human", text(tripped, "reason"));
  }

  // spec Envelope.1, Envelope.2, Envelope.3, Envelope.4, Envelope.5, Envelope.6, Envelope.7
  // spec Envelope.8, Envelope.9
  @Test
  void an_event_of_a_message_names_all_it_belongs_to() {
    deliver("One");
    JsonNode message = ok(fixture.get(BOX + "/messages")).get("messages").get(0);
    JsonNode event = ok(fixture.get("/v0/events?types=message.received")).get("events").get(0);
    assertEquals(
        Set.of(
            "event_id",
            "event_type",
            "occurred_at",
            "organization_id",
            "pod_id",
            "inbox_id",
            "thread_id",
            "message_id",
            "data"),
        new TreeSet<>(event.propertyNames()));
    assertEquals("message.received", text(event, "event_type"));
    assertEquals(START, text(event, "occurred_at"));
    assertEquals(fixture.organization().id(), organization(event));
    for (String member : List.of("pod_id", "inbox_id", "thread_id", "message_id")) {
      assertEquals(text(message, member), text(event, member));
    }
    assertTrue(event.get("data").isObject());
  }
}
