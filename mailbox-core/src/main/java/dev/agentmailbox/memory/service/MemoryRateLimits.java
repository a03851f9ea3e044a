package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.RateLimitStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Moments by name and by expiry. */
public final class MemoryRateLimits implements RateLimitStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private record Noted(List<Instant> moments, Instant expiresAt) {}

  private final UndoLog journal;
  private final Map<String, Noted> rows = new HashMap<>();
  private final Index expiry;

  public MemoryRateLimits(UndoLog journal) {
    this.journal = journal;
    this.expiry = new Index(journal);
  }

  @Override
  public List<Instant> lock(String name, Instant now) {
    Noted noted = rows.get(name);
    return noted == null || !now.isBefore(noted.expiresAt()) ? List.of() : noted.moments();
  }

  @Override
  public void put(String name, List<Instant> moments, Instant expiresAt) {
    remove(name);
    journal.put(rows, name, new Noted(List.copyOf(moments), expiresAt));
    expiry.add(EXPIRY, expiresAt, name);
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(this::remove);
    return expired.size();
  }

  private void remove(String name) {
    Noted noted = rows.get(name);
    if (noted != null) {
      expiry.remove(EXPIRY, noted.expiresAt(), name);
      journal.remove(rows, name);
    }
  }
}
