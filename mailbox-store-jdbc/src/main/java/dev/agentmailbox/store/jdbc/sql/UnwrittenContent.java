package dev.agentmailbox.store.jdbc.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content that was kept and is written in the transaction of the first row that refers to it: one
 * commit and two round trips fewer for each message and each send. Thread safe.
 */
public final class UnwrittenContent {
  /** What an entry takes beside its bytes; so also empty ones are bounded. */
  private static final int ENTRY_BYTES = 200;

  private final int maxBytes;
  private final Map<String, byte[]> contents = new HashMap<>();
  private int bytes;

  /**
   * Creates a collection without content.
   *
   * @param maxBytes of all content together; 0 for a store that writes content apart
   */
  public UnwrittenContent(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Adds content; false when there is no room. */
  public synchronized boolean add(String key, byte[] content) {
    int size = content.length + ENTRY_BYTES;
    if (size > maxBytes - bytes) {
      return false;
    }
    contents.put(key, content);
    bytes += size;
    return true;
  }

  public synchronized byte @Nullable [] find(String key) {
    return contents.get(key);
  }

  /** The keys of what nobody has written or removed. */
  public synchronized List<String> keys() {
    return new ArrayList<>(contents.keySet());
  }

  /** Removes content that is written, or that nobody needs; false when there is none. */
  public synchronized boolean remove(String key) {
    byte[] removed = contents.remove(key);
    if (removed == null) {
      return false;
    }
    bytes -= removed.length + ENTRY_BYTES;
    return true;
  }

  void removeAll(Collection<String> keys) {
    keys.forEach(this::remove);
  }
}
