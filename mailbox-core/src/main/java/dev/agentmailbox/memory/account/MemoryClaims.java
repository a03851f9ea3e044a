package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.port.account.ClaimStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Claims by inbox, by code and by expiry; an address never changes its organization. */
public final class MemoryClaims implements ClaimStore {
  private record Code(String organizationId, String hash) {}

  private final Rows<String, SignUpClaim> rows;
  private final UniqueKey<Code, SignUpClaim> byCode;
  private final RowList<SignUpClaim> expiry;

  public MemoryClaims(UndoLog undo) {
    rows = new Rows<>(undo, SignUpClaim::inboxId);
    byCode = rows.unique(claim -> new Code(claim.organizationId(), claim.hash()));
    expiry = rows.list(SignUpClaim::expiresAt);
  }

  @Override
  public boolean insert(SignUpClaim claim) {
    return rows.insert(claim);
  }

  @Override
  public Optional<SignUpClaim> findByHash(String organizationId, String hash) {
    return byCode.find(new Code(organizationId, hash));
  }

  @Override
  public boolean remove(String organizationId, String inboxId) {
    return rows.removeIf(inboxId, row -> row.organizationId().equals(organizationId));
  }

  @Override
  public List<SignUpClaim> due(Instant now, int limit) {
    return expiry.due(now, limit);
  }
}
