package dev.agentmailbox.memory.service;

import dev.agentmailbox.memory.rows.RowList;
import dev.agentmailbox.memory.rows.Rows;
import dev.agentmailbox.memory.rows.UndoLog;
import dev.agentmailbox.port.ReceiptStore;
import java.time.Instant;

/** Receipts by key and by expiry. */
public final class MemoryReceipts implements ReceiptStore {
  private record Key(String organizationId, String text) {}

  private record Receipt(Key key, Instant expiresAt) {}

  private final Rows<Key, Receipt> rows;
  private final RowList<Receipt> expiry;

  public MemoryReceipts(UndoLog undo) {
    rows = new Rows<>(undo, Receipt::key);
    expiry = rows.list(Receipt::expiresAt);
  }

  @Override
  public boolean note(String organizationId, String key, Instant now, Instant expiresAt) {
    Key receipt = new Key(organizationId, key);
    if (rows.find(receipt).filter(noted -> now.isBefore(noted.expiresAt())).isPresent()) {
      return false;
    }
    rows.put(new Receipt(receipt, expiresAt));
    return true;
  }

  @Override
  public int removeExpired(Instant now, int limit) {
    return rows.removeAll(expiry.due(now, limit));
  }
}
