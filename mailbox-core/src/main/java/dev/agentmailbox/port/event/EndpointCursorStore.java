package dev.agentmailbox.port.event;

import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far the work for each endpoint has come; written by whoever delivers. */
public interface EndpointCursorStore {
  /** Inserts or replaces. */
  void put(EndpointCursor run);

  Optional<EndpointCursor> find(String organizationId, String webhookId);

  /** As {@link #find}; the row does not change until the transaction ends. */
  Optional<EndpointCursor> lock(String organizationId, String webhookId);

  /** Runs of all organizations that are due, the longest due first, at most {@code limit}. */
  List<EndpointCursor> due(Instant now, int limit);

  /**
   * A walk over the enabled runs of all organizations.
   *
   * @param after the last one of the step before; null for the first step
   */
  List<EndpointCursor> enabledAfter(@Nullable EndpointCursor after, int limit);

  /** The enabled runs of one organization. */
  List<EndpointCursor> enabledOf(String organizationId);

  void delete(String organizationId, String webhookId);
}
