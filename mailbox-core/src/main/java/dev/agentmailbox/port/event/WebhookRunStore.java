package dev.agentmailbox.port.event;

import dev.agentmailbox.webhook.WebhookRun;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far the work for each endpoint has come; written by whoever delivers. */
public interface WebhookRunStore {
  /** Inserts or replaces. */
  void put(WebhookRun run);

  Optional<WebhookRun> find(String organizationId, String webhookId);

  /** As {@link #find}; the row does not change until the transaction ends. */
  Optional<WebhookRun> lock(String organizationId, String webhookId);

  /** Runs of all organizations that are due, the longest due first, at most {@code limit}. */
  List<WebhookRun> due(Instant now, int limit);

  /**
   * A walk over the enabled runs of all organizations.
   *
   * @param after the last one of the step before; null for the first step
   */
  List<WebhookRun> enabledAfter(@Nullable WebhookRun after, int limit);

  /** The enabled runs of one organization. */
  List<WebhookRun> enabledOf(String organizationId);

  void delete(String organizationId, String webhookId);
}
