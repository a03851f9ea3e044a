package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;

/** Identifies an endpoint. */
record EndpointKey(String organizationId, String webhookId) {
  static EndpointKey of(EndpointCursor endpointCursor) {
    return new EndpointKey(endpointCursor.organizationId(), endpointCursor.webhookId());
  }

  static EndpointKey of(WebhookEndpoint endpoint) {
    return new EndpointKey(endpoint.organizationId(), endpoint.id());
  }
}
