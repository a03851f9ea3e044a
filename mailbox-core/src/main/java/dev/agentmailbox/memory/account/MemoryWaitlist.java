package dev.agentmailbox.memory.account;

import dev.agentmailbox.account.WaitlistEntry;
import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.memory.rows.UniqueKey;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.account.WaitlistStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Entries by id, token, human and expiry; assigned entries by creation. */
public final class MemoryWaitlist implements WaitlistStore {
  private final Rows<String, WaitlistEntry> rows;
  private final UniqueKey<String, WaitlistEntry> byToken;
  private final RowList<WaitlistEntry> waiting;
  private final RowList<WaitlistEntry> ofHuman;
  private final RowList<WaitlistEntry> expiry;

  public MemoryWaitlist(UndoLog undo) {
    rows = new Rows<>(undo, WaitlistEntry::id);
    byToken = rows.unique(WaitlistEntry::tokenHash);
    waiting = rows.list(entry -> entry.userId() == null ? null : entry.createdAt());
    ofHuman =
        rows.lists(entry -> Stream.ofNullable(entry.userId()).toList(), WaitlistEntry::createdAt);
    expiry = rows.list(WaitlistEntry::expiresAt);
  }

  @Override
  public void insert(WaitlistEntry entry) {
    rows.add(entry);
  }

  @Override
  public Optional<WaitlistEntry> find(String entryId) {
    return rows.find(entryId);
  }

  @Override
  public boolean take(String tokenHash, String userId, Instant now) {
    return byToken
        .find(tokenHash)
        .filter(row -> row.expiresAt() != null && now.isBefore(row.expiresAt()))
        .map(row -> rows.update(row.id(), free -> takenBy(userId, free)))
        .orElse(false);
  }

  @Override
  public List<WaitlistEntry> waiting(PageRequest page) {
    return waiting.page(page);
  }

  @Override
  public boolean removeOf(String userId) {
    return rows.removeAll(ofHuman.all(userId)) > 0;
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return rows.removeAll(expiry.due(now, limit));
  }

  private static WaitlistEntry takenBy(String userId, WaitlistEntry row) {
    return new WaitlistEntry(
        row.id(), row.tokenHash(), userId, row.answers(), row.createdAt(), null);
  }
}
