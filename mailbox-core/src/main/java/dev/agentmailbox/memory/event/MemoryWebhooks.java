package dev.agentmailbox.memory.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.WebhookStore;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Webhook endpoints. */
public final class MemoryWebhooks implements WebhookStore {
  private record ClientKey(String organizationId, String clientId) {
    static @Nullable ClientKey of(WebhookEndpoint endpoint) {
      String clientId = endpoint.clientId();
      return clientId == null ? null : new ClientKey(endpoint.organizationId(), clientId);
    }
  }

  private final Rows<String, WebhookEndpoint> rows;
  private final UniqueKey<ClientKey, WebhookEndpoint> byClientId;
  private final RowList<WebhookEndpoint> lists;

  public MemoryWebhooks(UndoLog undo) {
    rows = new Rows<>(undo, WebhookEndpoint::id);
    byClientId = rows.unique(ClientKey::of);
    lists = rows.lists(endpoint -> Partition.levels(endpoint.level()), WebhookEndpoint::createdAt);
  }

  @Override
  public boolean insert(WebhookEndpoint endpoint) {
    return rows.insert(endpoint);
  }

  @Override
  public Optional<WebhookEndpoint> find(Scope scope, String webhookId) {
    return rows.find(webhookId).filter(row -> scope.contains(row.level()));
  }

  @Override
  public Optional<WebhookEndpoint> lock(Scope scope, String webhookId) {
    return find(scope, webhookId);
  }

  @Override
  public Optional<WebhookEndpoint> findByClientId(String organizationId, String clientId) {
    return byClientId.find(new ClientKey(organizationId, clientId));
  }

  @Override
  public List<WebhookEndpoint> list(Scope scope, PageRequest page) {
    return lists.page(Partition.of(scope), page);
  }

  @Override
  public void update(WebhookEndpoint endpoint) {
    rows.update(endpoint.id(), row -> endpoint);
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    rows.removeIf(webhookId, row -> row.organizationId().equals(organizationId));
  }
}
