package dev.agentmailbox.service.webhook;

import dev.agentmailbox.event.EventType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A webhook endpoint to create.
 *
 * @param podIds only events of these pods; empty for all
 * @param inboxIds only events of these inboxes; empty for all
 * @param clientId if an endpoint has the same one, it is returned instead of creating another
 * @param headers added to each request
 * @param bodyTemplate JSON with placeholders for the event; null for the event itself
 */
public record NewWebhook(
    String url,
    List<EventType> eventTypes,
    List<String> podIds,
    List<String> inboxIds,
    @Nullable String clientId,
    Map<String, String> headers,
    @Nullable String bodyTemplate) {
  /** Omits URL and headers, which may contain secrets. */
  @Override
  public String toString() {
    return "NewWebhook[" + eventTypes + "]";
  }
}
