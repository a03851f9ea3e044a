package dev.agentmailbox.memory.access;

import dev.agentmailbox.access.Grant;
import dev.agentmailbox.access.GrantToken;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.access.GrantStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Grants by id and by organization; their codes and tokens by hash and by expiry. */
public final class MemoryGrants implements GrantStore {
  private final Rows<String, Grant> rows;
  private final RowList<Grant> ofOrganization;
  private final Rows<String, GrantToken> tokens;
  private final RowList<GrantToken> expiry;

  public MemoryGrants(UndoLog undo) {
    rows = new Rows<>(undo, Grant::id);
    ofOrganization = rows.list(Grant::organizationId, Grant::createdAt);
    tokens = new Rows<>(undo, GrantToken::hash);
    expiry = tokens.list(GrantToken::expiresAt);
  }

  @Override
  public void insert(Grant grant) {
    rows.add(grant);
  }

  @Override
  public Optional<Grant> find(String organizationId, String grantId) {
    return rows.find(grantId).filter(grant -> grant.organizationId().equals(organizationId));
  }

  @Override
  public List<Grant> list(String organizationId, PageRequest page) {
    return ofOrganization.page(organizationId, page);
  }

  @Override
  public void insertToken(GrantToken token) {
    tokens.add(token);
  }

  @Override
  public Optional<GrantToken> findToken(String hash) {
    return tokens.find(hash);
  }

  @Override
  public boolean useToken(String hash, Instant usedAt) {
    return tokens.updateIf(
        hash,
        row -> row.usedAt() == null,
        row ->
            new GrantToken(
                row.hash(),
                row.kind(),
                row.organizationId(),
                row.grantId(),
                row.expiresAt(),
                usedAt));
  }

  @Override
  public void removeToken(String hash) {
    tokens.remove(hash);
  }

  @Override
  public int removeExpiredTokens(Instant now, int limit) {
    return tokens.removeAll(expiry.due(now, limit));
  }
}
