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
 * A webhook endpoint.
 *
 * @param id {@code whk_…}
 * @param level the scope that owns the endpoint: the one inbox or pod of its filter, otherwise the
 *     organization
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
  public static final int MAX_FILTER_IDS = 100;
  public static final int MAX_TEMPLATE_CHARACTERS = 4_096;
  public static final int MAX_CLIENT_ID_CHARACTERS = 255;

  /**
   * Target URL, secrets and form of the body.
   *
   * @param url as normalized by {@link WebhookAddress}
   * @param secrets sealed signing secrets, newest first
   * @param headers sealed values of custom headers by name
   * @param bodyTemplate JSON with placeholders for the event; null for the event itself
   */
  public record Target(
      String url,
      List<SealedSecret> secrets,
      Map<String, String> headers,
      @Nullable String bodyTemplate) {
    public Target {
      secrets = List.copyOf(secrets);
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Omits everything: the URL may contain secrets. */
    @Override
    public String toString() {
      return "Target[…]";
    }
  }

  /**
   * Event filter.
   *
   * @param eventTypes at least one
   * @param podIds only events of these pods; empty for all
   * @param inboxIds only events of these inboxes; empty for all
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
   * A sealed signing secret.
   *
   * @param notAfter when it is no longer used for signing; null for the newest
   */
  public record SealedSecret(String sealed, @Nullable Instant notAfter) {
    /** Omits the secret. */
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

  public @Nullable String bodyTemplate() {
    return target.bodyTemplate();
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

  /** Whether this event is delivered to the endpoint; non-waking events never are. */
  public boolean receives(Event event) {
    return event.wakes() && subscription.has(event);
  }

  public WebhookEndpointBuilder change() {
    return new WebhookEndpointBuilder(this);
  }

  /** Only the id: the URL may contain secrets. */
  @Override
  public String toString() {
    return "WebhookEndpoint[" + id + "]";
  }
}
