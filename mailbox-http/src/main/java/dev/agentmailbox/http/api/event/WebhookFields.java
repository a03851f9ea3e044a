package dev.agentmailbox.http.api.event;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.shape.Field;
import dev.agentmailbox.http.shape.Shape;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.webhook.WebhookAddress;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What requests about webhooks say. */
final class WebhookFields {
  private static final int MAX_REPLAYED = 1_000;
  static final Field<String> WEBHOOK = Field.path("webhook_id", "The webhook.");
  static final Field<String> URL =
      Field.of(
          "url",
          Shapes.text(1, WebhookAddress.MAX_CHARACTERS),
          "https, port 443, a public host name; anything else is 422 webhook_target_forbidden.");
  static final Field<List<EventType>> EVENT_TYPES =
      Field.of(
          "event_types",
          Shapes.list(Shapes.choice(List.of(EventType.values()), EventType::wireName)),
          "At least one. Events that wake nobody are never delivered: message.held, label.*,"
              + " message.received.spam and .blocked stay silent.");
  private static final Shape<List<String>> IDS =
      Shapes.list(Shapes.text(), 0, WebhookEndpoint.MAX_FILTER_IDS);
  static final Field<List<String>> POD_IDS = Field.of("pod_ids", IDS, "Only events of these pods.");
  static final Field<List<String>> INBOX_IDS =
      Field.of("inbox_ids", IDS, "Only events of these inboxes.");
  static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, WebhookEndpoint.MAX_CLIENT_ID_CHARACTERS),
          "Your own handle: a webhook with the same one is returned instead of creating another.");
  static final Field<Map<String, String>> HEADERS =
      Field.of("headers", Shapes.map(Shapes.text()), "Added to each delivery; kept encrypted.");
  static final Field<List<String>> REMOVE_HEADERS =
      Field.of("remove_headers", Shapes.list(Shapes.text()), "Names to be removed.");
  static final Field<List<String>> ADD_PODS = Field.of("add_pod_ids", IDS);
  static final Field<List<String>> REMOVE_PODS = Field.of("remove_pod_ids", IDS);
  static final Field<List<String>> ADD_INBOXES = Field.of("add_inbox_ids", IDS);
  static final Field<List<String>> REMOVE_INBOXES = Field.of("remove_inbox_ids", IDS);
  static final Field<Boolean> ENABLED =
      Field.of("enabled", Shapes.flag(), "False switches it off; true is the same as enable.");
  static final Field<Instant> SINCE =
      Field.of("since", Shapes.timestamp(), "At most 7 days ago; default 24 hours.");
  static final Field<List<String>> EVENT_IDS =
      Field.of(
          "event_ids",
          Shapes.list(Shapes.text(), 1, MAX_REPLAYED),
          "These events of the last 7 days.");

  static final Field<String> NEW_URL = URL.required();
  static final Field<List<EventType>> NEW_EVENT_TYPES = EVENT_TYPES.required();

  private WebhookFields() {}
}
