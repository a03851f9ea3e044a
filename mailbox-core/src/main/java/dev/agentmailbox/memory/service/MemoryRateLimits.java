package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.RateLimitStore;
import java.time.Instant;
import java.util.List;

/** Timestamps by limit name and by expiry. */
public final class MemoryRateLimits implements RateLimitStore {
  private record Noted(String name, List<Instant> moments, Instant expiresAt) {}

  private final Rows<String, Noted> rows;
  private final RowList<Noted> expiry;

  public MemoryRateLimits(UndoLog undo) {
    rows = new Rows<>(undo, Noted::name);
    expiry = rows.list(Noted::expiresAt);
  }

  @Override
  public List<Instant> lock(String name, Instant now) {
    return rows.find(name)
        .filter(noted -> now.isBefore(noted.expiresAt()))
        .map(Noted::moments)
        .orElse(List.of());
  }

  @Override
  public void put(String name, List<Instant> moments, Instant expiresAt) {
    rows.put(new Noted(name, List.copyOf(moments), expiresAt));
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return rows.removeAll(expiry.due(now, limit));
  }
}
