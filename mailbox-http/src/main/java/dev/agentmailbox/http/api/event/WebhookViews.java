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
import java.util.function.Function;

/** How webhooks and their deliveries are written. */
final class WebhookViews {
  static final View<Delivery> DELIVERY =
      View.<Delivery>of("Delivery")
          .text("delivery_id", Delivery::id, "")
          .text("webhook_id", Delivery::webhookId, "")
          .text("event_id", Delivery::eventId, "The webhook-id of every attempt.")
          .text(
              "event_type",
              Shapes.choice(List.of(EventType.values()), EventType::wireName),
              delivery -> delivery.eventType().wireName(),
              "")
          .count("attempt", Delivery::attempt, "From 1.")
          .text(
              "trigger",
              Shapes.choice(List.of(Delivery.Trigger.values()), Delivery.Trigger::wireName),
              delivery -> delivery.trigger().wireName(),
              "")
          .text(
              "status",
              Shapes.choice(List.of(Delivery.Status.values()), Delivery.Status::wireName),
              delivery -> delivery.status().wireName(),
              "")
          .optionalCount(
              "response_status_code",
              delivery -> Optional.ofNullable(delivery.responseStatus()).map(Integer::longValue),
              "Absent when there was no answer.")
          .optionalCount("duration_ms", delivery -> Optional.ofNullable(delivery.tookMillis()), "")
          .optionalText(
              "error",
              delivery -> Optional.ofNullable(delivery.error()),
              "Why there was no answer: unknown_host, forbidden_address, connect_failed, tls_error,"
                  + " timeout, connection_lost, malformed_answer, no_answer, or no_free_connection,"
                  + " when all connections of the service were in use. An answer's body is never"
                  + " kept.")
          .optionalTime("attempted_at", delivery -> Optional.ofNullable(delivery.attemptedAt()), "")
          .optionalTime("next_attempt_at", delivery -> Optional.ofNullable(delivery.dueAt()), "")
          .build();
  static final View<ListPage<Delivery>> DELIVERIES =
      Lists.of("DeliveryList", "deliveries", DELIVERY);

  static final View<Shown> SHOWN =
      webhook(View.<Shown>of("NewWebhook"), Shown::endpoint)
          .optionalText(
              "secret",
              shown -> Optional.ofNullable(shown.secret()).map(SigningSecret::reveal),
              "whsec_…; shown this once, not in a repeat.")
          .build();
  static final View<WebhookEndpoint> ENDPOINT =
      webhook(View.<WebhookEndpoint>of("Webhook"), endpoint -> endpoint).build();
  static final View<ListPage<WebhookEndpoint>> ENDPOINTS =
      Lists.of("WebhookList", "webhooks", ENDPOINT);
  static final View<WebhookEndpoint> HEADER_NAMES =
      View.<WebhookEndpoint>of("WebhookHeaderNames")
          .texts("header_names", endpoint -> endpoint.headers().keySet(), "Names only.")
          .build();
  static final View<Integer> REPLAYED =
      View.<Integer>of("WebhookReplay").count("count", n -> n, "Events due again.").build();

  private WebhookViews() {}

  private static <T> View.Builder<T> webhook(
      View.Builder<T> view, Function<T, WebhookEndpoint> of) {
    return view.text("webhook_id", v -> of.apply(v).id(), "")
        .text("url", v -> of.apply(v).url(), "")
        .texts(
            "event_types",
            Shapes.choice(List.of(EventType.values()), EventType::wireName),
            v -> of.apply(v).eventTypes().stream().map(EventType::wireName).toList(),
            "")
        .texts("pod_ids", v -> of.apply(v).podIds(), "")
        .texts("inbox_ids", v -> of.apply(v).inboxIds(), "")
        .flag("enabled", v -> of.apply(v).enabled(), "")
        .text(
            "status",
            Shapes.choice("enabled", "disabled"),
            v -> of.apply(v).enabled() ? "enabled" : "disabled",
            "")
        .optionalText(
            "disabled_reason",
            Shapes.choice(List.of(DisabledReason.values()), DisabledReason::wireName),
            v -> Optional.ofNullable(of.apply(v).disabledReason()).map(DisabledReason::wireName),
            "gone: it answered 410; failing: it failed for 5 days.")
        .optionalText("client_id", v -> Optional.ofNullable(of.apply(v).clientId()), "")
        .time("created_at", v -> of.apply(v).createdAt(), "")
        .time("updated_at", v -> of.apply(v).updatedAt(), "");
  }
}
