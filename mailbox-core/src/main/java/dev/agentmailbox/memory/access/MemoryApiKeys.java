package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.ApiKeyStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** API keys by id, by prefix and by inbox. */
public final class MemoryApiKeys implements ApiKeyStore {
  private final UndoLog journal;
  private final Map<String, ApiKey> rows = new HashMap<>();
  private final Map<String, String> byPrefix = new HashMap<>();
  private final Map<Scope, Set<String>> ofInbox = new HashMap<>();
  private final Index index;

  public MemoryApiKeys(UndoLog journal) {
    this.journal = journal;
    this.index = new Index(journal);
  }

  @Override
  public boolean insert(ApiKey key) {
    if (byPrefix.containsKey(key.prefix())) {
      return false;
    }
    journal.put(byPrefix, key.prefix(), key.id());
    journal.put(rows, key.id(), key);
    index.add(partitions(key.scope()), key.createdAt(), key.id());
    if (key.scope().inboxId() != null) {
      journal.add(ofInbox.computeIfAbsent(key.scope(), s -> new HashSet<>()), key.id());
    }
    return true;
  }

  @Override
  public Optional<ApiKey> findByPrefix(String prefix) {
    return Optional.ofNullable(byPrefix.get(prefix)).map(rows::get);
  }

  @Override
  public Optional<ApiKey> find(Scope scope, String keyId) {
    return Optional.ofNullable(rows.get(keyId)).filter(key -> isInside(scope, key.scope()));
  }

  @Override
  public List<ApiKey> list(Scope scope, PageRequest page) {
    return index.page(List.of(Partition.of(scope)), page).stream().map(this::row).toList();
  }

  @Override
  public void update(ApiKey key) {
    ApiKey row = rows.get(key.id());
    if (row != null) {
      journal.put(rows, row.id(), changed(row, key, row.usedAt()));
    }
  }

  @Override
  public void touch(String organizationId, String keyId, Instant usedAt) {
    find(Scope.organization(organizationId), keyId)
        .ifPresent(row -> journal.put(rows, keyId, changed(row, row, usedAt)));
  }

  @Override
  public void revokeForInbox(Scope inbox, Instant now) {
    for (String keyId : ofInbox.getOrDefault(inbox, Set.of())) {
      ApiKey row = row(keyId);
      if (row.revokedAt() == null) {
        journal.put(rows, keyId, revoked(row, now));
      }
    }
  }

  private ApiKey row(String keyId) {
    return Objects.requireNonNull(rows.get(keyId));
  }

  private static boolean isInside(Scope wide, Scope own) {
    return wide.contains(own.organizationId(), own.podId(), own.inboxId());
  }

  private static ApiKey revoked(ApiKey row, Instant now) {
    return new ApiKey(
        row.id(),
        row.prefix(),
        row.hash(),
        row.name(),
        row.scope(),
        row.permissions(),
        row.restricted(),
        row.createdAt(),
        now,
        row.usedAt(),
        row.expiresAt(),
        now);
  }

  private static ApiKey changed(ApiKey row, ApiKey changed, @Nullable Instant usedAt) {
    return new ApiKey(
        row.id(),
        row.prefix(),
        row.hash(),
        changed.name(),
        row.scope(),
        changed.permissions(),
        row.restricted(),
        row.createdAt(),
        changed.updatedAt(),
        usedAt,
        changed.expiresAt(),
        changed.revokedAt());
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
