package dev.agentmailbox.store.jdbc.sql;

import java.util.concurrent.ConcurrentHashMap;

/**
 * The durable position of each organization's event log, at which readers stop. A committed event
 * that a power failure could still undo must not be visible, or its number could be reused for
 * another event.
 *
 * <p>An organization without a mark has had no event since the store was opened; all earlier ones
 * are durable. {@link #hold} sets the mark before the commit makes the events visible, so a reader
 * that first reads the rows and then the mark never sees an event above it.
 *
 * <p>Thread safe.
 */
public final class DurablePositions {
  private final ConcurrentHashMap<String, Long> positions = new ConcurrentHashMap<>();
  private final boolean immediate;

  /**
   * Creates the positions of a store.
   *
   * @param immediate true when commits are durable on return: then there are no marks
   */
  public DurablePositions(boolean immediate) {
    this.immediate = immediate;
  }

  /** Records, before the commit, that events from this number on are not durable yet. */
  public void hold(String organizationId, long firstSequence) {
    if (!immediate) {
      positions.putIfAbsent(organizationId, firstSequence - 1);
    }
  }

  /** Records that events up to this number are durable. */
  public void release(String organizationId, long lastSequence) {
    if (!immediate) {
      positions.merge(organizationId, lastSequence, Math::max);
    }
  }

  /** The last number visible to readers; must be called after reading the rows. */
  public long lastVisible(String organizationId) {
    return positions.getOrDefault(organizationId, Long.MAX_VALUE);
  }
}
