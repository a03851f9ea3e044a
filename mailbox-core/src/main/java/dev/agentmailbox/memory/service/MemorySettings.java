package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.Index;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.SettingStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings and receipts. */
public final class MemorySettings implements SettingStore {
  private static final List<String> EXPIRY = List.of("expiry");

  private final UndoLog journal;
  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Instant> receipts = new HashMap<>();
  private final Index expiry;

  public MemorySettings(UndoLog journal) {
    this.journal = journal;
    this.expiry = new Index(journal);
  }

  @Override
  public Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  @Override
  public void put(String name, String value) {
    journal.put(values, name, value);
  }

  @Override
  public void remove(String name) {
    journal.remove(values, name);
  }

  @Override
  public boolean noteReceipt(String key, Instant now, Instant expiresAt) {
    Instant noted = receipts.get(key);
    if (noted != null && now.isBefore(noted)) {
      return false;
    }
    removeReceipt(key);
    journal.put(receipts, key, expiresAt);
    expiry.add(EXPIRY, expiresAt, key);
    return true;
  }

  @Override
  public int removeExpiredReceipts(Instant now, int limit) {
    List<String> expired = expiry.due(EXPIRY.get(0), now, limit);
    expired.forEach(this::removeReceipt);
    return expired.size();
  }

  private void removeReceipt(String key) {
    Instant noted = receipts.get(key);
    if (noted != null) {
      expiry.remove(EXPIRY, noted, key);
      journal.remove(receipts, key);
    }
  }
}
