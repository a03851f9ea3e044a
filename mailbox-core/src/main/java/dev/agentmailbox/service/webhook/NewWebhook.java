package dev.agentmailbox.service.webhook;

import dev.agentmailbox.event.EventType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint to be made.
 *
 * @param podIds only events of these; empty for all
 * @param inboxIds only events of these; empty for all
 * @param clientId an endpoint with the same one is returned instead of making another
 * @param headers added to each delivery
 */
public record NewWebhook(
    String url,
    List<EventType> eventTypes,
    List<String> podIds,
    List<String> inboxIds,
    @Nullable String clientId,
    Map<String, String> headers) {
  /** Omits address and headers: they may hold secrets. */
  @Override
  public String toString() {
    return "NewWebhook[" + eventTypes + "]";
  }
}
