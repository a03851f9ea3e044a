package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.DirectedCodeStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Codes for agents by id, by hash, by organization and by expiry. */
public final class MemoryDirectedCodes implements DirectedCodeStore {
  private final Rows<String, DirectedCode> rows;
  private final UniqueKey<String, DirectedCode> byHash;
  private final RowList<DirectedCode> ofOrganization;
  private final RowList<DirectedCode> expiry;

  public MemoryDirectedCodes(UndoLog undo) {
    rows = new Rows<>(undo, DirectedCode::id);
    byHash = rows.unique(DirectedCode::hash);
    ofOrganization = rows.list(DirectedCode::organizationId, DirectedCode::createdAt);
    expiry = rows.list(DirectedCode::expiresAt);
  }

  @Override
  public boolean insert(DirectedCode code) {
    return rows.insert(code);
  }

  @Override
  public Optional<DirectedCode> findByHash(String hash) {
    return byHash.find(hash);
  }

  @Override
  public Optional<DirectedCode> find(String organizationId, String codeId) {
    return rows.find(codeId).filter(code -> code.organizationId().equals(organizationId));
  }

  @Override
  public List<DirectedCode> list(String organizationId, PageRequest page) {
    return ofOrganization.page(organizationId, page);
  }

  @Override
  public boolean use(String organizationId, String codeId, Instant now) {
    return rows.updateIf(
        codeId,
        code ->
            code.organizationId().equals(organizationId) && code.status(now) == CodeStatus.ACTIVE,
        code -> code.used(now));
  }

  @Override
  public void revoke(String organizationId, String codeId, Instant now) {
    rows.updateIf(
        codeId,
        code ->
            code.organizationId().equals(organizationId)
                && code.usedAt() == null
                && code.revokedAt() == null,
        code -> code.revoked(now));
  }

  @Override
  public int removeExpired(Instant expiredAtMost, int limit) {
    return rows.removeAll(expiry.due(expiredAtMost, limit));
  }
}
