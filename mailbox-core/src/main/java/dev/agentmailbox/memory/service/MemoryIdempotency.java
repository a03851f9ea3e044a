package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.IdempotencyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Idempotency keys. A claim never answers RUNNING: there is one writing transaction at a time, so a
 * caller has already waited for the one before.
 */
public final class MemoryIdempotency implements IdempotencyStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private record Row(Entry entry, Instant expiresAt) {}

  private final UndoLog journal;
  private final Map<String, Row> rows = new HashMap<>();
  private final Index expiry;

  public MemoryIdempotency(UndoLog journal) {
    this.journal = journal;
    this.expiry = new Index(journal);
  }

  @Override
  public Optional<Entry> find(String key, Instant now) {
    return Optional.ofNullable(rows.get(key))
        .filter(row -> now.isBefore(row.expiresAt()))
        .map(Row::entry);
  }

  @Override
  public Claim claim(String key, String bodyHash, Instant now, Instant expiresAt) {
    if (find(key, now).isPresent()) {
      return Claim.TAKEN;
    }
    remove(key);
    journal.put(rows, key, new Row(new Entry(bodyHash, Optional.empty()), expiresAt));
    expiry.add(EXPIRY, expiresAt, key);
    return Claim.CLAIMED;
  }

  @Override
  public void answer(String key, Answer answer) {
    Row row = rows.get(key);
    if (row != null) {
      Entry answered = new Entry(row.entry().bodyHash(), Optional.of(answer));
      journal.put(rows, key, new Row(answered, row.expiresAt()));
    }
  }

  @Override
  public void keepUntil(String key, Instant expiresAt) {
    Row row = rows.get(key);
    if (row != null) {
      expiry.remove(EXPIRY, row.expiresAt(), key);
      journal.put(rows, key, new Row(row.entry(), expiresAt));
      expiry.add(EXPIRY, expiresAt, key);
    }
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(this::remove);
    return expired.size();
  }

  private void remove(String key) {
    if (rows.containsKey(key)) {
      expiry.remove(EXPIRY, Objects.requireNonNull(rows.get(key)).expiresAt(), key);
      journal.remove(rows, key);
    }
  }
}
