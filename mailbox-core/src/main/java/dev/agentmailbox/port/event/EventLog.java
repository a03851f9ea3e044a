package dev.agentmailbox.port.event;

import dev.agentmailbox.event.LoggedEvent;
import java.time.Instant;
import java.util.List;

/**
 * The log of each organization: dense numbers from 1, in commit order. Appending is {@link
 * StoreTransaction#publish}.
 *
 * <p>A reader never sees an event that is not yet durable, and never misses one that commits later
 * than a newer one.
 */
public interface EventLog {
  /** Events after that number, in order, at most {@code limit}, of any kind. */
  List<LoggedEvent> after(String organizationId, long sequence, int limit);

  /** Events of one inbox after that number, in order, at most {@code limit}. */
  List<LoggedEvent> ofInboxAfter(String organizationId, String inboxId, long sequence, int limit);

  /** Newest first: events of one inbox before that number, at most {@code limit}. */
  List<LoggedEvent> ofInboxBefore(String organizationId, String inboxId, long sequence, int limit);

  /** What the log holds now. */
  Bounds bounds(String organizationId);

  /**
   * Removes events older than that, from the oldest on, at most {@code limit}.
   *
   * @param last none after this number, however old
   * @return how many
   */
  int removeBefore(String organizationId, Instant horizon, long last, int limit);

  /**
   * The ends of a log.
   *
   * @param oldest number of the oldest event kept; {@code newest} + 1 when none is
   * @param newest number of the newest event readers may see; 0 in a new log
   */
  record Bounds(long oldest, long newest) {}
}
