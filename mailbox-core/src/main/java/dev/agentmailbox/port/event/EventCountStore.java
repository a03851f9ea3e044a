package dev.agentmailbox.port.event;

import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.StoreTransaction;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How many events there were by day and type, of an organization, of each of its pods and of each
 * inbox. Counted in the transaction that publishes them ({@link StoreTransaction#publish}), so they
 * are exact and outlast the events. The day is the UTC day of {@code occurredAt}.
 */
public interface EventCountStore {
  /**
   * Days that have events, oldest first.
   *
   * @param subjectId id of the organization, or of a pod or inbox of it
   */
  List<EventDay> days(String organizationId, String subjectId, LocalDate from, LocalDate to);

  /**
   * A walk over the inboxes, of all organizations, that had events on a day which woke nobody.
   *
   * @param after the last one of the step before; null for the first step
   * @return by organization and inbox, at most {@code limit}, each whole
   */
  List<QuietDay> quietInboxes(LocalDate date, @Nullable QuietDay after, int limit);

  /**
   * Events of an inbox on a day that woke nobody.
   *
   * @param counts by type, only those there were
   */
  record QuietDay(String organizationId, String inboxId, Map<EventType, Long> counts) {
    public QuietDay {
      counts = Map.copyOf(counts);
    }
  }
}
