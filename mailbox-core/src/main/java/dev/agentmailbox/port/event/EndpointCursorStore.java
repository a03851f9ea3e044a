package dev.agentmailbox.port.event;

import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Each webhook endpoint's position in the event log; written by the dispatcher. */
public interface EndpointCursorStore {
  /** Inserts or replaces. */
  void put(EndpointCursor cursor);

  Optional<EndpointCursor> find(String organizationId, String webhookId);

  /** As {@link #find}; locks the row until the transaction ends. */
  Optional<EndpointCursor> lock(String organizationId, String webhookId);

  /** Due cursors of all organizations, longest overdue first, at most {@code limit}. */
  List<EndpointCursor> due(Instant now, int limit);

  /**
   * Iterates over the cursors of enabled endpoints of all organizations, in a stable order.
   *
   * @param after last cursor of the previous batch; null for the first
   * @return at most {@code limit}; empty at the end
   */
  List<EndpointCursor> enabledAfter(@Nullable EndpointCursor after, int limit);

  /** The cursors of one organization's enabled endpoints. */
  List<EndpointCursor> enabledOf(String organizationId);

  void delete(String organizationId, String webhookId);
}
