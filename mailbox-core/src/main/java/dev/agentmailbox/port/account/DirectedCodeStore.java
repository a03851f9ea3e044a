package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.account.AccountTables.DIRECTED_CODE_EXPIRY;
import static dev.agentmailbox.port.account.AccountTables.DIRECTED_CODE_LIST;

import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.AccountTables.DirectedCodeHash;
import dev.agentmailbox.port.table.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Sign-up codes for agents, with an index of their hashes over all organizations. */
public final class DirectedCodeStore {
  private final Table<DirectedCode> codes;
  private final Table<DirectedCodeHash> hashes;

  public DirectedCodeStore(Table<DirectedCode> codes, Table<DirectedCodeHash> hashes) {
    this.codes = codes;
    this.hashes = hashes;
  }

  /** Returns false when the hash is taken. The id must be new. */
  public boolean insert(DirectedCode code) {
    if (!hashes.insert(new DirectedCodeHash(code.hash(), code.organizationId(), code.id()))) {
      return false;
    }
    codes.add(code);
    return true;
  }

  /** Finds a code by hash in any organization: possession of the code is the authorization. */
  public Optional<DirectedCode> findByHash(String hash) {
    return hashes.find(hash).flatMap(row -> find(row.organizationId(), row.codeId()));
  }

  public Optional<DirectedCode> find(String organizationId, String codeId) {
    return codes.find(organizationId, codeId);
  }

  /** By (createdAt, id). */
  public Page<DirectedCode> list(String organizationId, PageRequest page) {
    return codes.page(DIRECTED_CODE_LIST, page, organizationId);
  }

  /**
   * Consumes a code.
   *
   * @return false when it was used, was revoked or has expired
   */
  public boolean use(String organizationId, String codeId, Instant now) {
    return codes
        .lock(organizationId, codeId)
        .filter(code -> code.status(now) == CodeStatus.ACTIVE)
        .map(code -> codes.update(code.used(now)))
        .orElse(false);
  }

  /** Revokes a code unless it was used or revoked before. */
  public void revoke(String organizationId, String codeId, Instant now) {
    codes
        .lock(organizationId, codeId)
        .filter(code -> code.usedAt() == null && code.revokedAt() == null)
        .ifPresent(code -> codes.update(code.revoked(now)));
  }

  /**
   * Removes codes that expired at or before {@code expiredAtMost}, at most {@code limit}; returns
   * the number removed.
   */
  public int removeExpired(Instant expiredAtMost, int limit) {
    List<DirectedCode> expired = codes.due(DIRECTED_CODE_EXPIRY, expiredAtMost, limit);
    expired.forEach(
        code -> {
          codes.remove(code.organizationId(), code.id());
          hashes.remove(code.hash());
        });
    return expired.size();
  }
}
