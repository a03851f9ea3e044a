package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.memory.rows.Partition;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.ApiKeyStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** API keys by id, by prefix and by scope. */
public final class MemoryApiKeys implements ApiKeyStore {
  private final Rows<String, ApiKey> rows;
  private final UniqueKey<String, ApiKey> byPrefix;
  private final RowList<ApiKey> lists;

  public MemoryApiKeys(UndoLog undo) {
    rows = new Rows<>(undo, ApiKey::id);
    byPrefix = rows.unique(ApiKey::prefix);
    lists = rows.lists(key -> Partition.levels(key.scope()), ApiKey::createdAt);
  }

  @Override
  public boolean insert(ApiKey key) {
    return rows.insert(key);
  }

  @Override
  public Optional<ApiKey> findByPrefix(String prefix) {
    return byPrefix.find(prefix);
  }

  @Override
  public Optional<ApiKey> find(Scope scope, String keyId) {
    return rows.find(keyId).filter(key -> scope.contains(key.scope()));
  }

  @Override
  public List<ApiKey> list(Scope scope, PageRequest page) {
    return lists.page(Partition.of(scope), page);
  }

  @Override
  public void update(ApiKey key) {
    rows.update(key.id(), row -> changed(row, key, row.usedAt()));
  }

  @Override
  public void touch(String organizationId, String keyId, Instant usedAt) {
    rows.updateIf(
        keyId,
        row -> row.scope().organizationId().equals(organizationId),
        row -> changed(row, row, usedAt));
  }

  @Override
  public void revokeForInbox(Scope inbox, Instant now) {
    // Nothing is narrower than an inbox: what is listed there is exactly its own keys.
    for (ApiKey key : lists.all(Partition.of(inbox))) {
      rows.updateIf(key.id(), row -> row.revokedAt() == null, row -> revoked(row, now));
    }
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
        new ApiKey.Life(row.createdAt(), now, row.usedAt(), row.expiresAt(), now));
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
        new ApiKey.Life(
            row.createdAt(),
            changed.updatedAt(),
            usedAt,
            changed.expiresAt(),
            changed.revokedAt()));
  }
}
