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

/** Fields of webhook requests. */
final class WebhookFields {
  private static final int MAX_REPLAYED = 1_000;
  static final Field<String> WEBHOOK = Field.path("webhook_id", "Identifier of the webhook.");
  static final Field<String> URL =
      Field.of(
          "url",
          Shapes.text(1, WebhookAddress.MAX_CHARACTERS),
          "https URL with a public host name and port 443; anything else is refused"
              + " with 422 webhook_target_forbidden.");
  static final Field<List<EventType>> EVENT_TYPES =
      Field.of(
          "event_types",
          Shapes.list(Shapes.choice(List.of(EventType.values()), EventType::wireName)),
          "At least one. Events with wake false are never delivered: message.held,"
              + " label.*, message.received.spam and message.received.blocked.");
  private static final Shape<List<String>> IDS =
      Shapes.list(Shapes.text(), 0, WebhookEndpoint.MAX_FILTER_IDS);
  private static final Shape<List<String>> INBOXES =
      Shapes.list(Shapes.inboxId(), 0, WebhookEndpoint.MAX_FILTER_IDS);
  static final Field<List<String>> POD_IDS =
      Field.of("pod_ids", IDS, "Deliver only events of these pods; empty: all pods in scope.");
  static final Field<List<String>> INBOX_IDS =
      Field.of(
          "inbox_ids",
          INBOXES,
          "Deliver only events of these inboxes; empty: all inboxes in scope.");
  static final Field<String> CLIENT_ID =
      Field.of(
          "client_id",
          Shapes.text(1, WebhookEndpoint.MAX_CLIENT_ID_CHARACTERS),
          "Idempotent handle: when a webhook with it exists, that webhook is returned"
              + " and none is created.");
  static final Field<Map<String, String>> HEADERS =
      Field.of(
          "headers",
          Shapes.map(Shapes.text()),
          "Sent with each delivery; stored encrypted and never returned.");
  static final Field<List<String>> REMOVE_HEADERS =
      Field.of("remove_headers", Shapes.list(Shapes.text()), "Names of headers to remove.");
  static final Field<List<String>> ADD_PODS =
      Field.of("add_pod_ids", IDS, "Pods to add to pod_ids.");
  static final Field<List<String>> REMOVE_PODS =
      Field.of("remove_pod_ids", IDS, "Pods to remove from pod_ids.");
  static final Field<List<String>> ADD_INBOXES =
      Field.of("add_inbox_ids", INBOXES, "Inboxes to add to inbox_ids.");
  static final Field<List<String>> REMOVE_INBOXES =
      Field.of("remove_inbox_ids", INBOXES, "Inboxes to remove from inbox_ids.");
  static final Field<Boolean> ENABLED =
      Field.of(
          "enabled",
          Shapes.flag(),
          "false disables the webhook; true is the same as POST …/enable.");
  static final Field<String> BODY_TEMPLATE =
      Field.of(
          "body_template",
          Shapes.text(0, WebhookEndpoint.MAX_TEMPLATE_CHARACTERS),
          "JSON that is posted instead of the event, for example to a chat. {{text}}, {{title}},"
              + " {{link}}, {{event_type}}, {{event_id}} and {{inbox_id}} are replaced inside of"
              + " its strings; there is no content of mail. Empty: the event.");
  static final Field<Instant> SINCE =
      Field.of(
          "since",
          Shapes.timestamp(),
          "Start of the replay, at most 7 days ago; default 24 hours ago.");
  static final Field<List<String>> EVENT_IDS =
      Field.of(
          "event_ids",
          Shapes.list(Shapes.text(), 1, MAX_REPLAYED),
          "Replay these events, at most 7 days old, instead of a time range.");

  static final Field<String> NEW_URL = URL.required();
  static final Field<List<EventType>> NEW_EVENT_TYPES = EVENT_TYPES.required();

  private WebhookFields() {}
}
