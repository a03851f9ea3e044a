package dev.agentmailbox.port.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;

/** Webhook endpoints. */
public interface WebhookStore {
  /** Returns false when the id is taken, or the client id within the organization. */
  boolean insert(WebhookEndpoint endpoint);

  Optional<WebhookEndpoint> find(Scope scope, String webhookId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<WebhookEndpoint> lock(Scope scope, String webhookId);

  Optional<WebhookEndpoint> findByClientId(String organizationId, String clientId);

  /** Endpoints whose level equals the scope or lies within it, by (createdAt, id). */
  List<WebhookEndpoint> list(Scope scope, PageRequest page);

  /** Writes everything except organization, id, client id and createdAt. */
  void update(WebhookEndpoint endpoint);

  void delete(String organizationId, String webhookId);
}
