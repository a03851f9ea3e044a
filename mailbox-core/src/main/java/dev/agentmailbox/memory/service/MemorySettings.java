package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.SettingStore;
import java.time.Instant;
import java.util.Optional;

/** Settings and receipts. */
public final class MemorySettings implements SettingStore {
  private record Setting(String name, String value) {}

  private record Receipt(String key, Instant expiresAt) {}

  private final Rows<String, Setting> settings;
  private final Rows<String, Receipt> receipts;
  private final RowList<Receipt> expiry;

  public MemorySettings(UndoLog undo) {
    settings = new Rows<>(undo, Setting::name);
    receipts = new Rows<>(undo, Receipt::key);
    expiry = receipts.list(Receipt::expiresAt);
  }

  @Override
  public Optional<String> get(String name) {
    return settings.find(name).map(Setting::value);
  }

  @Override
  public void put(String name, String value) {
    settings.put(new Setting(name, value));
  }

  @Override
  public void remove(String name) {
    settings.remove(name);
  }

  @Override
  public boolean noteReceipt(String key, Instant now, Instant expiresAt) {
    if (receipts.find(key).filter(noted -> now.isBefore(noted.expiresAt())).isPresent()) {
      return false;
    }
    receipts.put(new Receipt(key, expiresAt));
    return true;
  }

  @Override
  public int removeExpiredReceipts(Instant now, int limit) {
    return receipts.removeAll(expiry.due(now, limit));
  }
}
