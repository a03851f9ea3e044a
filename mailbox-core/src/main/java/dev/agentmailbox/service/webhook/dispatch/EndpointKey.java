package dev.agentmailbox.service.webhook.dispatch;

import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;

/** Identifies an endpoint. */
record EndpointKey(String organizationId, String webhookId) {
  static EndpointKey of(EndpointCursor run) {
    return new EndpointKey(run.organizationId(), run.webhookId());
  }

  static EndpointKey of(WebhookEndpoint endpoint) {
    return new EndpointKey(endpoint.organizationId(), endpoint.id());
  }
}
