package dev.agentmailbox.http.api.event;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.api.common.Lists;
import dev.agentmailbox.http.api.common.Paging.ListPage;
import dev.agentmailbox.http.shape.Shapes;
import dev.agentmailbox.http.shape.View;
import dev.agentmailbox.service.webhook.EndpointWithSecret;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** Response objects for webhooks and deliveries. */
final class WebhookViews {
  static final View<Delivery> DELIVERY =
      View.<Delivery>of("Delivery")
          .text("delivery_id", Delivery::id)
          .about("Identifier of the attempt.")
          .text("webhook_id", Delivery::webhookId)
          .about("The webhook that was called.")
          .text("event_id", d -> d.subject().eventId())
          .about("Sent as webhook-id in every attempt.")
          .word("event_type", EventType.values(), EventType::wireName, d -> d.subject().eventType())
          .about("Type of the event delivered.")
          .count("attempt", Delivery::attempt)
          .about("Number of the attempt, from 1.")
          .word("trigger", Delivery.Trigger.values(), Delivery.Trigger::wireName, Delivery::trigger)
          .about(
              "event: first delivery and its retries. replay: requested with replay. test:"
                  + " the test event.")
          .word("status", Delivery.Status.values(), Delivery.Status::wireName, Delivery::status)
          .about("pending until attempted; succeeded on a 2xx; failed otherwise.")
          .optionalCount("response_status_code", d -> d.state().responseStatus())
          .about("HTTP status of the endpoint; absent when it did not respond.")
          .optionalCount("duration_ms", d -> d.state().tookMillis())
          .about(
              "Milliseconds from the start of the attempt to the response or failure;"
                  + " absent before the attempt.")
          .optionalText("error", d -> d.state().error())
          .about(
              "Why there was no response: unknown_host, forbidden_address, connect_failed,"
                  + " tls_error, timeout, connection_lost, malformed_answer, no_answer, or"
                  + " no_free_connection when all outgoing connections of the service were in"
                  + " use. Response bodies are never stored.")
          .optionalTime("attempted_at", d -> d.state().attemptedAt())
          .about("When the attempt started; absent while pending.")
          .optionalTime("next_attempt_at", Delivery::dueAt)
          .about("When the attempt is due; absent when none is pending.")
          .build();
  static final View<ListPage<Delivery>> DELIVERIES =
      Lists.of("DeliveryList", "deliveries", DELIVERY);

  static final View<WebhookEndpoint> ENDPOINT =
      View.<WebhookEndpoint>of("Webhook")
          .text("webhook_id", WebhookEndpoint::id)
          .about("Identifier of the webhook.")
          .text("url", WebhookEndpoint::url)
          .about("Endpoint that receives the deliveries.")
          .texts(
              "event_types",
              Shapes.choice(List.of(EventType.values()), EventType::wireName),
              endpoint -> endpoint.eventTypes().stream().map(EventType::wireName).toList())
          .about("Event types delivered.")
          .texts("pod_ids", WebhookEndpoint::podIds)
          .about("Only events of these pods are delivered; empty: all pods in scope.")
          .texts("inbox_ids", WebhookEndpoint::inboxIds)
          .about("Only events of these inboxes are delivered; empty: all inboxes in scope.")
          .flag("enabled", WebhookEndpoint::enabled)
          .about("Whether events are delivered.")
          .text(
              "status",
              Shapes.choice("enabled", "disabled"),
              endpoint -> endpoint.enabled() ? "enabled" : "disabled")
          .about("enabled or disabled; the same as enabled.")
          .optionalText(
              "disabled_reason",
              Shapes.choice(List.of(DisabledReason.values()), DisabledReason::wireName),
              endpoint ->
                  Optional.ofNullable(endpoint.disabledReason())
                      .map(DisabledReason::wireName)
                      .orElse(null))
          .about(
              "gone: the endpoint responded 410. failing: deliveries failed for 5 days."
                  + " Absent unless the service disabled the webhook.")
          .optionalText("body_template", WebhookEndpoint::bodyTemplate)
          .about("JSON that is posted instead of the event; absent when the event is.")
          .optionalText("client_id", WebhookEndpoint::clientId)
          .about("Idempotent handle given on creation; absent when there was none.")
          .time("created_at", WebhookEndpoint::createdAt)
          .time("updated_at", WebhookEndpoint::updatedAt)
          .build();
  static final View<EndpointWithSecret> SHOWN =
      View.<EndpointWithSecret>of("NewWebhook")
          .include(ENDPOINT, EndpointWithSecret::endpoint)
          .optionalText(
              "secret",
              shown -> Optional.ofNullable(shown.secret()).map(SigningSecret::reveal).orElse(null))
          .about(
              "Signing secret, whsec_…, for verifying webhook-signature (Standard"
                  + " Webhooks). Returned only here; absent from replayed responses.")
          .build();
  static final View<ListPage<WebhookEndpoint>> ENDPOINTS =
      Lists.of("WebhookList", "webhooks", ENDPOINT);
  static final View<WebhookEndpoint> HEADER_NAMES =
      View.<WebhookEndpoint>of("WebhookHeaderNames")
          .texts("header_names", endpoint -> endpoint.headers().keySet())
          .about("Names of the custom headers; the values are never returned.")
          .build();
  static final View<Integer> REPLAYED =
      View.<Integer>of("WebhookReplay")
          .count("count", n -> n)
          .about("Number of events queued for delivery.")
          .build();

  private WebhookViews() {}
}
