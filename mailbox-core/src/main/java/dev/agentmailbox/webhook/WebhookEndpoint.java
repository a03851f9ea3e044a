package dev.agentmailbox.webhook;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An address that is told what happens.
 *
 * @param id {@code whk_…}
 * @param level whose endpoint it is: the inbox or pod that is its only one, else the organization
 * @param url as checked and rebuilt by {@link WebhookAddress}
 * @param eventTypes at least one
 * @param podIds only events of these; empty for all
 * @param inboxIds only events of these; empty for all
 * @param disabledReason null while enabled
 * @param secrets sealed, newest first
 * @param headers sealed values of the caller's own headers by name
 */
public record WebhookEndpoint(
    String id,
    Scope level,
    String url,
    Set<EventType> eventTypes,
    Set<String> podIds,
    Set<String> inboxIds,
    @Nullable String clientId,
    @Nullable DisabledReason disabledReason,
    List<SealedSecret> secrets,
    Map<String, String> headers,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_EVENT_TYPES = EventType.values().length;
  public static final int MAX_FILTER_IDS = 100;
  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  public WebhookEndpoint {
    eventTypes = Collections.unmodifiableSet(new TreeSet<>(eventTypes));
    podIds = Collections.unmodifiableSet(new TreeSet<>(podIds));
    inboxIds = Collections.unmodifiableSet(new TreeSet<>(inboxIds));
    secrets = List.copyOf(secrets);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * A secret as stored.
   *
   * @param notAfter when it stops signing; null for the newest
   */
  public record SealedSecret(String sealed, @Nullable Instant notAfter) {
    /** Says nothing of the secret. */
    @Override
    public String toString() {
      return "SealedSecret[" + notAfter + "]";
    }
  }

  public String organizationId() {
    return level.organizationId();
  }

  public boolean enabled() {
    return disabledReason == null;
  }

  /** Whether the endpoint is told of this event; events that wake nobody are never told. */
  public boolean isTold(Event event) {
    String pod = event.podId();
    String inbox = event.inboxId();
    return event.wakes()
        && eventTypes.contains(event.type())
        && (podIds.isEmpty() || (pod != null && podIds.contains(pod)))
        && (inboxIds.isEmpty() || (inbox != null && inboxIds.contains(inbox)));
  }

  public WebhookEndpointBuilder change() {
    return new WebhookEndpointBuilder(this);
  }

  /** Names the endpoint only: an address may carry secrets of its own. */
  @Override
  public String toString() {
    return "WebhookEndpoint[" + id + "]";
  }
}
