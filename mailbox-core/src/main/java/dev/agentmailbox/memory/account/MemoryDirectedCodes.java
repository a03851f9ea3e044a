package dev.agentmailbox.memory.account;

import dev.agentmailbox.access.CodeStatus;
import dev.agentmailbox.access.DirectedCode;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.DirectedCodeStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Codes for agents by id, by hash, by organization and by expiry. */
public final class MemoryDirectedCodes implements DirectedCodeStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private final UndoLog journal;
  private final Map<String, DirectedCode> rows = new HashMap<>();
  private final Map<String, String> byHash = new HashMap<>();
  private final Index ofOrganization;
  private final Index expiry;

  public MemoryDirectedCodes(UndoLog journal) {
    this.journal = journal;
    this.ofOrganization = new Index(journal);
    this.expiry = new Index(journal);
  }

  @Override
  public boolean insert(DirectedCode code) {
    if (byHash.containsKey(code.hash())) {
      return false;
    }
    journal.put(byHash, code.hash(), code.id());
    journal.put(rows, code.id(), code);
    ofOrganization.add(List.of(code.organizationId()), code.createdAt(), code.id());
    expiry.add(EXPIRY, code.expiresAt(), code.id());
    return true;
  }

  @Override
  public Optional<DirectedCode> findByHash(String hash) {
    return Optional.ofNullable(byHash.get(hash)).map(rows::get);
  }

  @Override
  public Optional<DirectedCode> find(String organizationId, String codeId) {
    return Optional.ofNullable(rows.get(codeId))
        .filter(code -> code.organizationId().equals(organizationId));
  }

  @Override
  public List<DirectedCode> list(String organizationId, PageRequest page) {
    return ofOrganization.page(List.of(organizationId), page).stream().map(this::row).toList();
  }

  @Override
  public boolean use(String organizationId, String codeId, Instant now) {
    Optional<DirectedCode> usable =
        find(organizationId, codeId).filter(code -> code.status(now) == CodeStatus.ACTIVE);
    usable.ifPresent(code -> write(code, now, null));
    return usable.isPresent();
  }

  @Override
  public void revoke(String organizationId, String codeId, Instant now) {
    find(organizationId, codeId)
        .filter(code -> code.usedAt() == null && code.revokedAt() == null)
        .ifPresent(code -> write(code, null, now));
  }

  private void write(DirectedCode row, @Nullable Instant usedAt, @Nullable Instant revokedAt) {
    journal.put(
        rows,
        row.id(),
        new DirectedCode(
            row.id(),
            row.organizationId(),
            row.podId(),
            row.hash(),
            row.firstGroup(),
            row.createdBy(),
            row.note(),
            row.createdAt(),
            row.expiresAt(),
            usedAt,
            revokedAt));
  }

  @Override
  public int removeExpired(Instant expiredAtMost, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), expiredAtMost, limit);
    for (String id : expired) {
      DirectedCode row = row(id);
      expiry.remove(EXPIRY, row.expiresAt(), id);
      ofOrganization.remove(List.of(row.organizationId()), row.createdAt(), id);
      journal.remove(byHash, row.hash());
      journal.remove(rows, id);
    }
    return expired.size();
  }

  private DirectedCode row(String id) {
    return Objects.requireNonNull(rows.get(id));
  }
}
