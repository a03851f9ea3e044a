package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.IdempotencyStore;
import java.time.Instant;
import java.util.Optional;

/**
 * Idempotency keys. A claim never returns RUNNING: write transactions are serialized, so the caller
 * has already waited for the previous one.
 */
public final class MemoryIdempotency implements IdempotencyStore {
  private record Row(Key key, Entry entry, Instant expiresAt) {}

  private final Rows<Key, Row> rows;
  private final RowList<Row> expiry;

  public MemoryIdempotency(UndoLog undo) {
    rows = new Rows<>(undo, Row::key);
    expiry = rows.list(Row::expiresAt);
  }

  @Override
  public Optional<Entry> find(Key key, Instant now) {
    return rows.find(key).filter(row -> now.isBefore(row.expiresAt())).map(Row::entry);
  }

  @Override
  public Claim claim(Key key, Entry entry, Instant now, Instant expiresAt) {
    if (find(key, now).isPresent()) {
      return Claim.TAKEN;
    }
    rows.put(new Row(key, entry, expiresAt));
    return Claim.CLAIMED;
  }

  @Override
  public void answer(Key key, Answer answer, Instant expiresAt) {
    rows.update(
        key,
        row -> new Row(key, new Entry(row.entry().bodyHash(), Optional.of(answer)), expiresAt));
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return rows.removeAll(expiry.due(now, limit));
  }
}
