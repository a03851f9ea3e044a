package dev.agentmailbox.http.api.event;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.service.webhook.Webhooks.Shown;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** How webhooks and their deliveries are written. */
final class WebhookViews {
  static final View<Delivery> DELIVERY =
      View.<Delivery>of("Delivery")
          .text("delivery_id", Delivery::id)
          .text("webhook_id", Delivery::webhookId)
          .text("event_id", d -> d.subject().eventId())
          .about("The webhook-id of every attempt.")
          .word("event_type", EventType.values(), EventType::wireName, d -> d.subject().eventType())
          .count("attempt", Delivery::attempt)
          .about("From 1.")
          .word("trigger", Delivery.Trigger.values(), Delivery.Trigger::wireName, Delivery::trigger)
          .word("status", Delivery.Status.values(), Delivery.Status::wireName, Delivery::status)
          .optionalCount("response_status_code", d -> d.state().responseStatus())
          .about("Absent when there was no answer.")
          .optionalCount("duration_ms", d -> d.state().tookMillis())
          .optionalText("error", d -> d.state().error())
          .about(
              "Why there was no answer: unknown_host, forbidden_address, connect_failed, tls_error,"
                  + " timeout, connection_lost, malformed_answer, no_answer, or no_free_connection,"
                  + " when all connections of the service were in use. An answer's body is never"
                  + " kept.")
          .optionalTime("attempted_at", d -> d.state().attemptedAt())
          .optionalTime("next_attempt_at", Delivery::dueAt)
          .build();
  static final View<ListPage<Delivery>> DELIVERIES =
      Lists.of("DeliveryList", "deliveries", DELIVERY);

  static final View<WebhookEndpoint> ENDPOINT =
      View.<WebhookEndpoint>of("Webhook")
          .text("webhook_id", WebhookEndpoint::id)
          .text("url", WebhookEndpoint::url)
          .texts(
              "event_types",
              Shapes.choice(List.of(EventType.values()), EventType::wireName),
              endpoint -> endpoint.eventTypes().stream().map(EventType::wireName).toList())
          .texts("pod_ids", WebhookEndpoint::podIds)
          .texts("inbox_ids", WebhookEndpoint::inboxIds)
          .flag("enabled", WebhookEndpoint::enabled)
          .text(
              "status",
              Shapes.choice("enabled", "disabled"),
              endpoint -> endpoint.enabled() ? "enabled" : "disabled")
          .optionalText(
              "disabled_reason",
              Shapes.choice(List.of(DisabledReason.values()), DisabledReason::wireName),
              endpoint ->
                  Optional.ofNullable(endpoint.disabledReason())
                      .map(DisabledReason::wireName)
                      .orElse(null))
          .about("gone: it answered 410; failing: it failed for 5 days.")
          .optionalText("client_id", WebhookEndpoint::clientId)
          .time("created_at", WebhookEndpoint::createdAt)
          .time("updated_at", WebhookEndpoint::updatedAt)
          .build();
  static final View<Shown> SHOWN =
      View.<Shown>of("NewWebhook")
          .include(ENDPOINT, Shown::endpoint)
          .optionalText(
              "secret",
              shown -> Optional.ofNullable(shown.secret()).map(SigningSecret::reveal).orElse(null))
          .about("whsec_…; shown this once, not in a repeat.")
          .build();
  static final View<ListPage<WebhookEndpoint>> ENDPOINTS =
      Lists.of("WebhookList", "webhooks", ENDPOINT);
  static final View<WebhookEndpoint> HEADER_NAMES =
      View.<WebhookEndpoint>of("WebhookHeaderNames")
          .texts("header_names", endpoint -> endpoint.headers().keySet())
          .about("Names only.")
          .build();
  static final View<Integer> REPLAYED =
      View.<Integer>of("WebhookReplay").count("count", n -> n).about("Events due again.").build();

  private WebhookViews() {}
}
