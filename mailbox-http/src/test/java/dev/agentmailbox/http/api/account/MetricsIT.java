package dev.agentmailbox.http.api.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.Mailbox;
import dev.agentmailbox.access.Permission;
import dev.agentmailbox.http.MailboxFixture;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.memory.SettableClock;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The series over HTTP; the fixture checks every answer against its row. */
class MetricsIT {
  private static final String BOX = "/v0/inboxes/orders@agents.localhost";

  /** Stands still, so that no day ends while a test runs. */
  private final SettableClock clock = SettableClock.at("2026-11-22T12:00:00Z");

  @AutoClose
  private final MailboxFixture fixture = MailboxFixture.startWith(Mailbox.builder().clock(clock));

  @BeforeEach
  void receive() {
    ok(fixture.post("/v0/inboxes", "{\"username\":\"orders\"}"));
    Inbox inbox = fixture.mailbox.inboxes().get(fixture.mailbox.owner(), "orders@agents.localhost");
    fixture.mailbox.agent().deliver("customer@example.com", inbox, "One", "text");
    fixture.mailbox.agent().deliver("customer@example.com", inbox, "Two", "text");
  }

  private static JsonNode ok(HttpResponse<String> response) {
    assertEquals(200, response.statusCode(), response.body());
    return MailboxFixture.json(response);
  }

  // spec UsageEndpoints.2, UsageEndpoints.5
  @Test
  void events_are_counted_by_type_and_day() {
    String today =
        LocalDate.ofInstant(fixture.mailbox.context().now(), ZoneOffset.UTC) + "T00:00:00Z";
    for (String base : new String[] {"/v0", BOX}) {
      JsonNode series = ok(fixture.get(base + "/metrics/events"));
      JsonNode points = series.get("message.received");
      assertEquals(1, points.size());
      assertEquals(2, points.get(0).get("count").intValue());
      assertEquals(today, points.get(0).get("timestamp").stringValue());
      assertTrue(series.has("inbox.created"));
      assertFalse(series.has("message.sent"));
    }
    JsonNode one = ok(fixture.get("/v0/metrics/events?types=message.received,message.sent"));
    assertEquals(1, one.size());
    assertEquals(0, ok(fixture.get("/v0/metrics/events?event_types=domain.verified")).size());
  }

  // spec UsageEndpoints.1, UsageEndpoints.3, UsageEndpoints.5
  @Test
  void usage_has_a_point_for_every_day_and_agrees_with_the_usage_report() {
    JsonNode usage = ok(fixture.get("/v0/usage"));
    JsonNode series = ok(fixture.get("/v0/metrics/usage"));
    for (String counter :
        new String[] {"received", "sent_messages", "sent_recipients", "bounced", "storage_bytes"}) {
      for (int day = 0; day < 7; day++) {
        assertEquals(
            usage.get("days").get(day).get(counter).longValue(),
            series.get(counter).get(day).get("value").longValue(),
            counter);
      }
    }
    JsonNode asked = ok(fixture.get("/v0/metrics/usage?usage_types=received,message_count"));
    assertEquals(2, asked.size());
    assertEquals(0, asked.get("message_count").size());
    JsonNode newest =
        ok(fixture.get(BOX + "/metrics/usage?usage_types=received&descending=true&limit=1"));
    assertEquals(2, newest.get("received").get(0).get("value").intValue());
    assertEquals(1, newest.get("received").size());
  }

  // spec Decisions.22
  @Test
  void a_day_counts_what_it_stored_and_the_objects_say_what_is_stored_now() {
    long day = stored(ok(fixture.get("/v0/usage")).get("days").get(6));
    assertTrue(day > 0);
    assertEquals(day, stored(ok(fixture.get("/v0/organizations"))));
    assertEquals(day, stored(ok(fixture.get(BOX))));
    assertEquals(204, fixture.call(fixture.key, "DELETE", BOX, null).statusCode());
    assertEquals(day, stored(ok(fixture.get("/v0/usage")).get("days").get(6)));
    assertEquals(0, stored(ok(fixture.get("/v0/organizations"))));
  }

  private static long stored(JsonNode object) {
    return object.get("storage_bytes").longValue();
  }

  // spec UsageEndpoints.4, UsageEndpoints.5
  @Test
  void rates_are_zero_without_mail_and_the_clients_names_are_known() {
    JsonNode rates = ok(fixture.get("/v0/metrics/rates?from=2026-01-01&to=2026-01-02"));
    assertEquals(2, rates.get("bounce_rate").size());
    assertEquals(0.0, rates.get("bounce_rate").get(0).get("value").doubleValue());
    ok(
        fixture.get(
            "/v0/metrics/rates?start=2026-01-01T10:00:00Z&end=2026-01-02T00:00:00Z&period=3600"
                + "&limit=5&descending=true"));
    String pod = ok(fixture.get("/v0/pods")).get("pods").get(0).get("pod_id").stringValue();
    ok(fixture.get("/v0/pods/" + pod + "/metrics/rates"));
  }

  @Test
  void bad_ranges_and_foreign_places_are_refused() {
    assertEquals(400, fixture.get("/v0/metrics/events?from=2026-02-01&to=2026-01-01").statusCode());
    assertEquals(400, fixture.get("/v0/metrics/usage?from=2025-01-01&to=2026-01-01").statusCode());
    assertEquals(400, fixture.get("/v0/metrics/events?nonsense=1").statusCode());
    assertEquals(404, fixture.get("/v0/inboxes/no@agents.localhost/metrics/usage").statusCode());
    String blind = fixture.keyWith(fixture.organization(), EnumSet.of(Permission.INBOX_READ));
    assertEquals(403, fixture.call(blind, "GET", "/v0/metrics/usage", null).statusCode());
  }
}
