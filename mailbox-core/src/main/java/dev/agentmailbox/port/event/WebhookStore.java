package dev.agentmailbox.port.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** Webhook endpoints, as humans set them up. */
public interface WebhookStore {
  /** Returns false when the client id is taken within the organization. */
  boolean insert(WebhookEndpoint endpoint);

  Optional<WebhookEndpoint> find(Scope scope, String webhookId);

  /** As {@link #find}; the row does not change until the transaction ends. */
  Optional<WebhookEndpoint> lock(Scope scope, String webhookId);

  Optional<WebhookEndpoint> findByClientId(String organizationId, String clientId);

  /** Endpoints whose own level is exactly or inside this scope, by (createdAt, id); one more. */
  List<WebhookEndpoint> list(Scope scope, PageRequest page);

  /** Writes everything but organization, id, client id and createdAt. */
  void update(WebhookEndpoint endpoint);

  void delete(String organizationId, String webhookId);
}
