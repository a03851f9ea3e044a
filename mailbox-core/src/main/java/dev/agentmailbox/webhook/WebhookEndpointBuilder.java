package dev.agentmailbox.webhook;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Changes fields of a {@link WebhookEndpoint}. Not thread safe. */
public final class WebhookEndpointBuilder {
  private final WebhookEndpoint base;
  private Scope level;
  private String url;
  private Set<EventType> eventTypes;
  private Set<String> podIds;
  private Set<String> inboxIds;
  private @Nullable DisabledReason disabledReason;
  private List<SealedSecret> secrets;
  private Map<String, String> headers;
  private @Nullable String bodyTemplate;

  WebhookEndpointBuilder(WebhookEndpoint base) {
    this.base = base;
    this.level = base.level();
    this.url = base.url();
    this.eventTypes = base.eventTypes();
    this.podIds = base.podIds();
    this.inboxIds = base.inboxIds();
    this.disabledReason = base.disabledReason();
    this.secrets = base.secrets();
    this.headers = base.headers();
    this.bodyTemplate = base.bodyTemplate();
  }

  public WebhookEndpointBuilder url(String value) {
    url = value;
    return this;
  }

  public WebhookEndpointBuilder eventTypes(Set<EventType> value) {
    eventTypes = value;
    return this;
  }

  /** Sets the pod and inbox filter and the owning level that follows from it. */
  public WebhookEndpointBuilder filter(Scope whose, Set<String> pods, Set<String> inboxes) {
    level = whose;
    podIds = pods;
    inboxIds = inboxes;
    return this;
  }

  public WebhookEndpointBuilder enabled() {
    disabledReason = null;
    return this;
  }

  public WebhookEndpointBuilder disabled(DisabledReason reason) {
    disabledReason = reason;
    return this;
  }

  public WebhookEndpointBuilder secrets(List<SealedSecret> value) {
    secrets = value;
    return this;
  }

  public WebhookEndpointBuilder headers(Map<String, String> value) {
    headers = value;
    return this;
  }

  public WebhookEndpointBuilder bodyTemplate(@Nullable String value) {
    bodyTemplate = value;
    return this;
  }

  /** The changed endpoint with this {@code updatedAt}. */
  public WebhookEndpoint at(Instant time) {
    return new WebhookEndpoint(
        base.id(),
        level,
        new WebhookEndpoint.Target(url, secrets, headers, bodyTemplate),
        new WebhookEndpoint.Subscription(eventTypes, podIds, inboxIds),
        base.clientId(),
        disabledReason,
        base.createdAt(),
        time);
  }
}
