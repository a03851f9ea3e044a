package dev.agentmailbox.service.webhook;

import dev.agentmailbox.event.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of an endpoint.
 *
 * @param url null to keep
 * @param eventTypes replaces the types; null to keep
 * @param enabled null to keep
 * @param bodyTemplate null to keep, empty to send the event itself
 */
public record WebhookChanges(
    @Nullable String url,
    @Nullable List<EventType> eventTypes,
    List<String> addPodIds,
    List<String> removePodIds,
    List<String> addInboxIds,
    List<String> removeInboxIds,
    @Nullable Boolean enabled,
    @Nullable String bodyTemplate) {
  boolean isEmpty() {
    return url == null
        && eventTypes == null
        && enabled == null
        && bodyTemplate == null
        && !changesFilter();
  }

  boolean changesFilter() {
    return !(addPodIds.isEmpty()
        && removePodIds.isEmpty()
        && addInboxIds.isEmpty()
        && removeInboxIds.isEmpty());
  }

  /** Omits the address. */
  @Override
  public String toString() {
    return "WebhookChanges[]";
  }
}
