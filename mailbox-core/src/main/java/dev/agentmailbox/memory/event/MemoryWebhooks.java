package dev.agentmailbox.memory.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.event.WebhookStore;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Webhook endpoints. */
public final class MemoryWebhooks implements WebhookStore {
  private record ClientKey(String organizationId, String clientId) {}

  private final UndoLog journal;
  private final Map<String, WebhookEndpoint> rows = new HashMap<>();
  private final Map<ClientKey, String> byClientId = new HashMap<>();
  private final Index index;

  public MemoryWebhooks(UndoLog journal) {
    this.journal = journal;
    this.index = new Index(journal);
  }

  @Override
  public boolean insert(WebhookEndpoint endpoint) {
    String clientId = endpoint.clientId();
    if (clientId != null) {
      ClientKey key = new ClientKey(endpoint.organizationId(), clientId);
      if (byClientId.containsKey(key)) {
        return false;
      }
      journal.put(byClientId, key, endpoint.id());
    }
    journal.put(rows, endpoint.id(), endpoint);
    index.add(partitions(endpoint.level()), endpoint.createdAt(), endpoint.id());
    return true;
  }

  @Override
  public Optional<WebhookEndpoint> find(Scope scope, String webhookId) {
    return Optional.ofNullable(rows.get(webhookId)).filter(row -> isInside(scope, row.level()));
  }

  @Override
  public Optional<WebhookEndpoint> lock(Scope scope, String webhookId) {
    return find(scope, webhookId);
  }

  @Override
  public Optional<WebhookEndpoint> findByClientId(String organizationId, String clientId) {
    return Optional.ofNullable(byClientId.get(new ClientKey(organizationId, clientId)))
        .map(rows::get);
  }

  @Override
  public List<WebhookEndpoint> list(Scope scope, PageRequest page) {
    return index.page(List.of(Partition.of(scope)), page).stream()
        .map(id -> Objects.requireNonNull(rows.get(id)))
        .toList();
  }

  @Override
  public void update(WebhookEndpoint endpoint) {
    WebhookEndpoint row = rows.get(endpoint.id());
    if (row != null) {
      index.remove(partitions(row.level()), row.createdAt(), row.id());
      journal.put(rows, row.id(), endpoint);
      index.add(partitions(endpoint.level()), row.createdAt(), row.id());
    }
  }

  @Override
  public void delete(String organizationId, String webhookId) {
    find(Scope.organization(organizationId), webhookId)
        .ifPresent(
            row -> {
              index.remove(partitions(row.level()), row.createdAt(), row.id());
              journal.remove(rows, webhookId);
              if (row.clientId() != null) {
                journal.remove(byClientId, new ClientKey(organizationId, row.clientId()));
              }
            });
  }

  private static boolean isInside(Scope wide, Scope own) {
    return wide.contains(own.organizationId(), own.podId(), own.inboxId());
  }

  private static List<String> partitions(Scope own) {
    List<String> partitions = new ArrayList<>();
    partitions.add(Partition.of(Scope.organization(own.organizationId())));
    own.pod().ifPresent(pod -> partitions.add(Partition.of(Scope.pod(own.organizationId(), pod))));
    if (own.inboxId() != null) {
      partitions.add(Partition.of(own));
    }
    return partitions;
  }
}
