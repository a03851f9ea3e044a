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
 * @param disabledReason null while enabled
 */
public record WebhookEndpoint(
    String id,
    Scope level,
    Target target,
    Subscription subscription,
    @Nullable String clientId,
    @Nullable DisabledReason disabledReason,
    Instant createdAt,
    Instant updatedAt) {
  public static final int MAX_EVENT_TYPES = EventType.values().length;
  public static final int MAX_FILTER_IDS = 100;
  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /**
   * Where requests go and what they carry.
   *
   * @param url as checked and rebuilt by {@link WebhookAddress}
   * @param secrets sealed, newest first
   * @param headers sealed values of the caller's own headers by name
   */
  public record Target(String url, List<SealedSecret> secrets, Map<String, String> headers) {
    public Target {
      secrets = List.copyOf(secrets);
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Says nothing: an address may carry secrets of its own. */
    @Override
    public String toString() {
      return "Target[…]";
    }
  }

  /**
   * Which events it gets.
   *
   * @param eventTypes at least one
   * @param podIds only events of these; empty for all
   * @param inboxIds only events of these; empty for all
   */
  public record Subscription(Set<EventType> eventTypes, Set<String> podIds, Set<String> inboxIds) {
    public Subscription {
      eventTypes = Collections.unmodifiableSet(new TreeSet<>(eventTypes));
      podIds = Collections.unmodifiableSet(new TreeSet<>(podIds));
      inboxIds = Collections.unmodifiableSet(new TreeSet<>(inboxIds));
    }

    boolean has(Event event) {
      String pod = event.podId();
      String inbox = event.inboxId();
      return eventTypes.contains(event.type())
          && (podIds.isEmpty() || (pod != null && podIds.contains(pod)))
          && (inboxIds.isEmpty() || (inbox != null && inboxIds.contains(inbox)));
    }
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

  public String url() {
    return target.url();
  }

  public List<SealedSecret> secrets() {
    return target.secrets();
  }

  public Map<String, String> headers() {
    return target.headers();
  }

  public Set<EventType> eventTypes() {
    return subscription.eventTypes();
  }

  public Set<String> podIds() {
    return subscription.podIds();
  }

  public Set<String> inboxIds() {
    return subscription.inboxIds();
  }

  public boolean enabled() {
    return disabledReason == null;
  }

  /** Whether the endpoint is told of this event; events that wake nobody are never told. */
  public boolean isTold(Event event) {
    return event.wakes() && subscription.has(event);
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
