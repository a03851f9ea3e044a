package dev.agentmailbox.store.jdbc.sql;

import java.util.concurrent.ConcurrentHashMap;

/**
 * How far each organization's event log is durable: readers stop there. A committed event that a
 * power cut could still take away must not be told to anyone, or its number would be given out
 * twice with different meanings.
 *
 * <p>An organization without a mark had no event since the store was opened, and everything from
 * before is durable. {@link #hold} sets the mark before the commit makes the events visible, so a
 * reader that first reads the rows and then the mark never sees an event above it.
 *
 * <p>Thread safe.
 */
public final class DurablePositions {
  private final ConcurrentHashMap<String, Long> marks = new ConcurrentHashMap<>();
  private final boolean immediate;

  /**
   * Makes the marks of a store.
   *
   * @param immediate true when every commit is durable at once: then there are no marks
   */
  public DurablePositions(boolean immediate) {
    this.immediate = immediate;
  }

  /** Says, before the commit, that events from this number on are not durable yet. */
  public void hold(String organizationId, long firstSequence) {
    if (!immediate) {
      marks.putIfAbsent(organizationId, firstSequence - 1);
    }
  }

  /** Says that events up to this number are durable. */
  public void release(String organizationId, long lastSequence) {
    if (!immediate) {
      marks.merge(organizationId, lastSequence, Math::max);
    }
  }

  /** The last number readers may see; ask only after the rows were read. */
  public long lastVisible(String organizationId) {
    return marks.getOrDefault(organizationId, Long.MAX_VALUE);
  }
}
