package dev.agentmailbox.port.event;

import dev.agentmailbox.event.LoggedEvent;
import java.time.Instant;
import java.util.List;

/**
 * The event log of each organization, numbered from 1 without gaps in commit order. Events are
 * appended with {@link dev.agentmailbox.port.StoreTransaction#publish}.
 *
 * <p>An event becomes visible only once it is durable and all events with lower numbers are
 * visible, so a reader that follows the log by number misses none.
 */
public interface EventLog {
  /** Events with a higher number, ascending, at most {@code limit}, of any type. */
  List<LoggedEvent> after(String organizationId, long sequence, int limit);

  /** Events of one inbox with a higher number, ascending, at most {@code limit}. */
  List<LoggedEvent> ofInboxAfter(String organizationId, String inboxId, long sequence, int limit);

  /** Events of one inbox with a lower number, descending, at most {@code limit}. */
  List<LoggedEvent> ofInboxBefore(String organizationId, String inboxId, long sequence, int limit);

  /** Replaces the data of an event, which keeps its number; for erasure only. */
  void replaceData(LoggedEvent event);

  /** The range of numbers currently in the log. */
  Bounds bounds(String organizationId);

  /**
   * Removes events that occurred before {@code horizon}, in log order up to the first newer one, at
   * most {@code limit}.
   *
   * @param last highest number that may be removed, regardless of age
   * @return number of events removed
   */
  int removeBefore(String organizationId, Instant horizon, long last, int limit);

  /**
   * The range of a log.
   *
   * @param oldest number of the oldest retained event; {@code newest} + 1 when the log is empty
   * @param newest number of the newest visible event; 0 in a new log
   */
  record Bounds(long oldest, long newest) {}
}
