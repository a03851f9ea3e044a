package dev.agentmailbox.port.event;

import dev.agentmailbox.event.EventType;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is stored together of an endpoint; secrets and headers are encrypted. */
record WebhookDetails(
    String url,
    List<String> eventTypes,
    List<String> podIds,
    List<String> inboxIds,
    @Nullable DisabledReason disabledReason,
    List<Secret> secrets,
    Map<String, String> headers,
    @Nullable String bodyTemplate) {

  /** As its secrets were first stored: times in milliseconds since 1970. */
  record Secret(String sealed, @Nullable Long notAfter) {
    static Secret of(SealedSecret secret) {
      Instant end = secret.notAfter();
      return new Secret(secret.sealed(), end == null ? null : end.toEpochMilli());
    }

    SealedSecret open() {
      return new SealedSecret(sealed, notAfter == null ? null : Instant.ofEpochMilli(notAfter));
    }
  }

  static WebhookDetails of(WebhookEndpoint endpoint) {
    return new WebhookDetails(
        endpoint.url(),
        endpoint.eventTypes().stream().map(Enum::name).toList(),
        List.copyOf(endpoint.podIds()),
        List.copyOf(endpoint.inboxIds()),
        endpoint.disabledReason(),
        endpoint.secrets().stream().map(secret -> Secret.of(secret)).toList(),
        endpoint.headers(),
        endpoint.bodyTemplate());
  }

  WebhookEndpoint.Target target() {
    return new WebhookEndpoint.Target(
        url, secrets.stream().map(Secret::open).toList(), headers, bodyTemplate);
  }

  WebhookEndpoint.Subscription subscription() {
    return new WebhookEndpoint.Subscription(
        eventTypes.stream().map(EventType::valueOf).collect(Collectors.toSet()),
        Set.copyOf(podIds),
        Set.copyOf(inboxIds));
  }
}
