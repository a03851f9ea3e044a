package dev.agentmailbox.port.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** API keys. */
public interface ApiKeyStore {
  /** Returns false when the id or the prefix is taken. */
  boolean insert(ApiKey key);

  /** Finds a key for authentication; the only finder without a scope. */
  Optional<ApiKey> findByPrefix(String prefix);

  Optional<ApiKey> find(Scope scope, String keyId);

  /** Keys whose scope equals the given one or lies within it, by (createdAt, id). */
  List<ApiKey> list(Scope scope, PageRequest page);

  /** Writes name, permissions, expiry, revocation and updatedAt. */
  void update(ApiKey key);

  /** Records when the key was last used; callers throttle to once a minute per key. */
  void touch(String organizationId, String keyId, Instant usedAt);

  /** Revokes every key scoped to exactly this inbox. */
  void revokeForInbox(Scope inbox, Instant now);
}
