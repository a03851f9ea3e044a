package dev.agentmailbox.port.access;

import dev.agentmailbox.access.ApiKey;
import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PageRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** API keys. */
public interface ApiKeyStore {
  /** Returns false when the prefix is taken. */
  boolean insert(ApiKey key);

  /** For authentication: the one finder without a scope. */
  Optional<ApiKey> findByPrefix(String prefix);

  Optional<ApiKey> find(Scope scope, String keyId);

  /** Keys whose own scope is exactly or inside this one, by (createdAt, id); one item more. */
  List<ApiKey> list(Scope scope, PageRequest page);

  /** Writes name, permissions, expiry, revocation and updatedAt. */
  void update(ApiKey key);

  /** Notes when the key was last used; callers do so at most once a minute for each key. */
  void touch(String organizationId, String keyId, Instant usedAt);

  /** Revokes every key scoped to that inbox. */
  void revokeForInbox(Scope inbox, Instant now);
}
