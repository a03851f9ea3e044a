package dev.agentmailbox.http.api.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies for chats: what a template may be, and what becomes of it. */
class WebhookBodyTest {
  private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

  private static Event event(EventType type, Map<String, Object> data, @Nullable String thread) {
    return new Event(
        "evt_1", type, NOW, Scope.inbox("org_1", "pod_1", "shop@example.com"), thread, null, data);
  }

  private static String filled(String template, Event event) {
    byte[] body = WebhookBody.of(event, template, "https://app.test/console");
    return new String(body, StandardCharsets.UTF_8);
  }

  @Test
  void a_chat_is_told_what_waits_and_where() {
    Event asked = event(EventType.APPROVAL_REQUESTED, Map.of("approval_id", "apr_1"), "thr_1");
    assertEquals(
        "{\"text\":\"A message of shop@example.com waits for approval."
            + " https://app.test/console/approvals/apr_1\"}",
        filled("{\"text\":\"{{text}}\"}", asked));
    assertEquals(
        "[\"Approval needed\",\"https://app.test/console/approvals/apr_1\",\"approval.requested\","
            + "\"evt_1\",\"shop@example.com\"]",
        filled(
            "[\"{{title}}\",\"{{link}}\",\"{{event_type}}\",\"{{event_id}}\",\"{{inbox_id}}\"]",
            asked));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MESSAGE_RECEIVED | New mail for shop@example.com. https://app.test/console/threads/thr_1",
        "APPROVAL_DECIDED | A message of shop@example.com was approved."
            + " https://app.test/console/threads/thr_1",
        "MESSAGE_BOUNCED | message.bounced: shop@example.com"
            + " https://app.test/console/threads/thr_1"
      })
  void every_event_has_a_sentence(EventType type, String text) {
    Event event = event(type, Map.of("decision", "approved"), "thr_1");
    assertEquals("{\"a\":\"" + text + "\"}", filled("{\"a\":\"{{text}}\"}", event));
  }

  @Test
  void a_value_cannot_leave_its_string() {
    Event event = event(EventType.APPROVAL_DECIDED, Map.of("decision", "\",\"x\":\"$1\\"), null);
    assertEquals(
        "{\"a\":\"A message of shop@example.com was \\\",\\\"x\\\":\\\"$1\\\\.\"}",
        filled("{\"a\":\"{{text}}\"}", event));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"text\":\"{{text}}\"}",
        "{\"text\":\"{{ text }} {{}} {x}\"}",
        "\"{{title}}\"",
        "[1]"
      })
  void json_with_known_names_is_a_template(String template) {
    assertEquals(Optional.empty(), WebhookBody.problem(template));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"text\":{{text}}}", "{\"text\":\"{{subject}}\"}", "{", "text", "{} {}"})
  void anything_else_is_refused(String template) {
    assertTrue(WebhookBody.problem(template).isPresent(), template);
  }

  @Test
  void four_thousand_characters_are_enough() {
    String most = "\"" + "x".repeat(4_094) + "\"";
    assertEquals(Optional.empty(), WebhookBody.problem(most));
    assertTrue(WebhookBody.problem(most + " ").isPresent());
  }
}
