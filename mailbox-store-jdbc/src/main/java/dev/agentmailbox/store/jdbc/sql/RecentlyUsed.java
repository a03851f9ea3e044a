package dev.agentmailbox.store.jdbc.sql;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of limited size; the least recently used entry is evicted. Not thread safe. */
final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int max;

  RecentlyUsed(int max) {
    super(16, 0.75f, true);
    this.max = max;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > max;
  }
}
