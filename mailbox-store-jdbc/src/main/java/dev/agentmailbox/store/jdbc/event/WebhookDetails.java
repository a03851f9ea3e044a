package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.store.jdbc.sql.Times;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of an endpoint stored as JSON; secrets and headers are encrypted. */
record WebhookDetails(
    String url,
    List<String> eventTypes,
    List<String> podIds,
    List<String> inboxIds,
    @Nullable DisabledReason disabledReason,
    List<Secret> secrets,
    Map<String, String> headers) {

  record Secret(String sealed, @Nullable Long notAfter) {}

  static WebhookDetails of(WebhookEndpoint endpoint) {
    return new WebhookDetails(
        endpoint.url(),
        endpoint.eventTypes().stream().map(Enum::name).toList(),
        List.copyOf(endpoint.podIds()),
        List.copyOf(endpoint.inboxIds()),
        endpoint.disabledReason(),
        endpoint.secrets().stream()
            .map(secret -> new Secret(secret.sealed(), Times.ofNullable(secret.notAfter())))
            .toList(),
        endpoint.headers());
  }

  List<WebhookEndpoint.SealedSecret> sealedSecrets() {
    return secrets.stream()
        .map(secret -> new WebhookEndpoint.SealedSecret(secret.sealed(), instant(secret)))
        .collect(Collectors.toUnmodifiableList());
  }

  private static @Nullable Instant instant(Secret secret) {
    return secret.notAfter() == null ? null : Instant.ofEpochMilli(secret.notAfter());
  }
}
