package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.SignUpClaim;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.account.ClaimStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Claims by inbox, by code and by expiry; an address is of one organization for good. */
public final class MemoryClaims implements ClaimStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private record Code(String organizationId, String hash) {}

  private final UndoLog journal;
  private final Map<String, SignUpClaim> rows = new HashMap<>();
  private final Map<Code, String> byCode = new HashMap<>();
  private final Index expiry;

  public MemoryClaims(UndoLog journal) {
    this.journal = journal;
    this.expiry = new Index(journal);
  }

  @Override
  public boolean insert(SignUpClaim claim) {
    Code code = new Code(claim.organizationId(), claim.hash());
    if (byCode.containsKey(code) || rows.containsKey(claim.inboxId())) {
      return false;
    }
    journal.put(byCode, code, claim.inboxId());
    journal.put(rows, claim.inboxId(), claim);
    expiry.add(EXPIRY, claim.expiresAt(), claim.inboxId());
    return true;
  }

  @Override
  public Optional<SignUpClaim> findByHash(String organizationId, String hash) {
    return Optional.ofNullable(byCode.get(new Code(organizationId, hash))).map(rows::get);
  }

  @Override
  public boolean remove(String organizationId, String inboxId) {
    SignUpClaim row = rows.get(inboxId);
    if (row == null || !row.organizationId().equals(organizationId)) {
      return false;
    }
    journal.remove(rows, inboxId);
    journal.remove(byCode, new Code(organizationId, row.hash()));
    expiry.remove(EXPIRY, row.expiresAt(), inboxId);
    return true;
  }

  @Override
  public List<SignUpClaim> due(Instant now, int limit) {
    return expiry.due(EXPIRY.get(0), now, limit).stream()
        .map(id -> Objects.requireNonNull(rows.get(id)))
        .toList();
  }
}
