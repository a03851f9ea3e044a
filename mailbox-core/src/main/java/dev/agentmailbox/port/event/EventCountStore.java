package dev.agentmailbox.port.event;

import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events per day and type for an organization, each of its pods and each of its inboxes.
 * Incremented in the transaction that publishes them ({@code StoreTransaction.publish}), so the
 * counts are exact and outlive the events. The day is the UTC day of {@code occurredAt}.
 */
public interface EventCountStore {
  /**
   * Days from {@code from} to {@code to}, both inclusive, that have events, oldest first.
   *
   * @param subjectId id of the organization, or of one of its pods or inboxes
   */
  List<EventDay> days(String organizationId, String subjectId, LocalDate from, LocalDate to);

  /**
   * Iterates over the inboxes of all organizations that had non-waking events on a day.
   *
   * @param after last item of the previous batch; null for the first
   * @return by (organizationId, inboxId), at most {@code limit}; empty at the end
   */
  List<QuietDay> inboxesWithEvents(LocalDate date, @Nullable QuietDay after, int limit);

  /**
   * Non-waking events of one inbox on one day.
   *
   * @param counts by type; types without events are absent
   */
  record QuietDay(String organizationId, String inboxId, Map<EventType, Long> counts) {
    public QuietDay {
      counts = Map.copyOf(counts);
    }
  }
}
