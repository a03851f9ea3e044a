package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.port.MailboxSettings;
import dev.agentmailbox.port.event.WebhookTransport;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builds the request of one attempt (specification, Channel 2, rules 3, 4 and 6): the id is that of
 * the event in every attempt; timestamp and signature are per attempt. Thread safe.
 */
final class SignedPost {
  /** Most signatures per request, newest secret first. */
  private static final int MAX_SIGNATURES = 5;

  private final EndpointSecrets secrets;
  private final String userAgent;
  private final Duration limit;

  SignedPost(EndpointSecrets secrets, MailboxSettings settings, Duration limit) {
    this.secrets = secrets;
    this.userAgent = settings.serviceName().replaceAll("[^A-Za-z0-9._-]+", "-") + "-webhooks/1";
    this.limit = limit;
  }

  WebhookTransport.Request of(WebhookEndpoint endpoint, String eventId, byte[] body, Instant now) {
    String timestamp = Long.toString(now.getEpochSecond());
    String signatures =
        endpoint.secrets().stream()
            .filter(secret -> secret.notAfter() == null || now.isBefore(secret.notAfter()))
            .limit(MAX_SIGNATURES)
            .map(secret -> secrets.open(endpoint, secret).sign(eventId, now.getEpochSecond(), body))
            .collect(Collectors.joining(" "));
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    headers.add(Map.entry("content-type", "application/json"));
    headers.add(Map.entry("user-agent", userAgent));
    for (String family : List.of("webhook-", "svix-")) {
      headers.add(Map.entry(family + "id", eventId));
      headers.add(Map.entry(family + "timestamp", timestamp));
      headers.add(Map.entry(family + "signature", signatures));
    }
    secrets.openHeaders(endpoint).forEach((name, value) -> headers.add(Map.entry(name, value)));
    return new WebhookTransport.Request(endpoint.url(), headers, body, limit);
  }
}
