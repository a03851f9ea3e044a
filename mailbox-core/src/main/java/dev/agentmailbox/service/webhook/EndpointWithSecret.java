package dev.agentmailbox.service.webhook;

import dev.agentmailbox.webhook.SigningSecret;
import dev.agentmailbox.webhook.WebhookEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with a new secret.
 *
 * @param secret to be shown once; null for none
 */
public record EndpointWithSecret(WebhookEndpoint endpoint, @Nullable SigningSecret secret) {
  public EndpointWithSecret withoutSecret() {
    return new EndpointWithSecret(endpoint, null);
  }
}
