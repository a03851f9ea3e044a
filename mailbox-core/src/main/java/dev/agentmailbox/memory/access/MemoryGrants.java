package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.GrantStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Grants by id and by organization; their secrets by hash and by expiry. */
public final class MemoryGrants implements GrantStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private final UndoLog journal;
  private final Map<String, Grant> rows = new HashMap<>();
  private final Map<String, GrantToken> tokens = new HashMap<>();
  private final Index ofOrganization;
  private final Index expiry;

  public MemoryGrants(UndoLog journal) {
    this.journal = journal;
    this.ofOrganization = new Index(journal);
    this.expiry = new Index(journal);
  }

  @Override
  public void insert(Grant grant) {
    journal.put(rows, grant.id(), grant);
    ofOrganization.add(List.of(grant.organizationId()), grant.createdAt(), grant.id());
  }

  @Override
  public Optional<Grant> find(String organizationId, String grantId) {
    return Optional.ofNullable(rows.get(grantId))
        .filter(grant -> grant.organizationId().equals(organizationId));
  }

  @Override
  public List<Grant> list(String organizationId, PageRequest page) {
    return ofOrganization.page(List.of(organizationId), page).stream()
        .map(id -> Objects.requireNonNull(rows.get(id)))
        .toList();
  }

  @Override
  public void insertToken(GrantToken token) {
    journal.put(tokens, token.hash(), token);
    expiry.add(EXPIRY, token.expiresAt(), token.hash());
  }

  @Override
  public Optional<GrantToken> findToken(String hash) {
    return Optional.ofNullable(tokens.get(hash));
  }

  @Override
  public boolean useToken(String hash, Instant usedAt) {
    GrantToken row = tokens.get(hash);
    if (row == null || row.usedAt() != null) {
      return false;
    }
    journal.put(
        tokens,
        hash,
        new GrantToken(
            row.hash(), row.kind(), row.organizationId(), row.grantId(), row.expiresAt(), usedAt));
    return true;
  }

  @Override
  public void removeToken(String hash) {
    GrantToken row = tokens.get(hash);
    if (row != null) {
      expiry.remove(EXPIRY, row.expiresAt(), hash);
      journal.remove(tokens, hash);
    }
  }

  @Override
  public int removeExpiredTokens(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(this::removeToken);
    return expired.size();
  }
}
