package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.WaitlistStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Entries by id, by token, by person, by expiry, and those that wait by creation. */
public final class MemoryWaitlist implements WaitlistStore {
  private static final List<String> EXPIRY = List.of("expiry");
  private static final List<String> WAITING = List.of("waiting");

  private final UndoLog journal;
  private final Map<String, WaitlistEntry> rows = new HashMap<>();
  private final Map<String, String> byToken = new HashMap<>();
  private final Index index;
  private final Index ofHuman;

  public MemoryWaitlist(UndoLog journal) {
    this.journal = journal;
    this.index = new Index(journal);
    this.ofHuman = new Index(journal);
  }

  @Override
  public void insert(WaitlistEntry entry) {
    journal.put(byToken, entry.tokenHash(), entry.id());
    add(entry);
  }

  private void add(WaitlistEntry entry) {
    journal.put(rows, entry.id(), entry);
    if (entry.userId() != null) {
      index.add(WAITING, entry.createdAt(), entry.id());
      ofHuman.add(List.of(entry.userId()), entry.createdAt(), entry.id());
    }
    if (entry.expiresAt() != null) {
      index.add(EXPIRY, entry.expiresAt(), entry.id());
    }
  }

  private void remove(WaitlistEntry entry) {
    journal.remove(rows, entry.id());
    if (entry.userId() != null) {
      index.remove(WAITING, entry.createdAt(), entry.id());
      ofHuman.remove(List.of(entry.userId()), entry.createdAt(), entry.id());
    }
    if (entry.expiresAt() != null) {
      index.remove(EXPIRY, entry.expiresAt(), entry.id());
    }
  }

  @Override
  public Optional<WaitlistEntry> find(String entryId) {
    return Optional.ofNullable(rows.get(entryId));
  }

  @Override
  public boolean take(String tokenHash, String userId, Instant now) {
    WaitlistEntry row = rows.get(byToken.getOrDefault(tokenHash, ""));
    if (row == null || row.expiresAt() == null || !now.isBefore(row.expiresAt())) {
      return false;
    }
    remove(row);
    add(new WaitlistEntry(row.id(), row.tokenHash(), userId, row.answers(), row.createdAt(), null));
    return true;
  }

  @Override
  public List<WaitlistEntry> waiting(PageRequest page) {
    return index.page(WAITING, page).stream().map(this::row).toList();
  }

  @Override
  public boolean removeOf(String userId) {
    List<String> ids = ofHuman.all(userId);
    ids.forEach(id -> forget(row(id)));
    return !ids.isEmpty();
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    List<String> expired = index.due(EXPIRY.get(0), now, limit);
    expired.forEach(id -> forget(row(id)));
    return expired.size();
  }

  private void forget(WaitlistEntry entry) {
    remove(entry);
    journal.remove(byToken, entry.tokenHash());
  }

  private WaitlistEntry row(String id) {
    return Objects.requireNonNull(rows.get(id));
  }
}
