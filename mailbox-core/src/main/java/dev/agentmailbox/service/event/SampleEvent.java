package dev.agentmailbox.service.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.webhook.WebhookEndpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sample event for a test delivery, about nonexistent objects. {@code data.test} distinguishes
 * it.
 */
public final class SampleEvent {
  private static final String CORRESPONDENT = "somebody@example.com";
  private static final String RECIPIENT = "recipient";
  private static final String REASON = "reason";
  private static final String REASONS = "reasons";
  private static final String FROM = "from";
  private static final String LABELS = "labels";

  private final MailboxContext context;
  private final EventType type;

  private SampleEvent(MailboxContext context, EventType type) {
    this.context = context;
    this.type = type;
  }

  /** An event of the endpoint's first type within its filter. */
  public static Event of(MailboxContext context, WebhookEndpoint endpoint) {
    return new SampleEvent(context, endpoint.eventTypes().iterator().next()).make(endpoint);
  }

  private Event make(WebhookEndpoint endpoint) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("wake", true);
    data.put("test", true);
    data.putAll(details());
    return new Event(
        id(IdPrefix.EVENT),
        type,
        context.now(),
        depth() > 0
            ? Scope.inbox(endpoint.organizationId(), pod(endpoint), inbox(endpoint))
            : Scope.organization(endpoint.organizationId()),
        depth() > 1 ? id(IdPrefix.THREAD) : null,
        depth() > 2 ? id(IdPrefix.MESSAGE) : null,
        data);
  }

  private String id(IdPrefix kind) {
    return context.ids().next(kind);
  }

  private String pod(WebhookEndpoint endpoint) {
    return Optional.ofNullable(endpoint.level().podId())
        .or(() -> endpoint.podIds().stream().findFirst())
        .orElseGet(() -> id(IdPrefix.POD));
  }

  private String inbox(WebhookEndpoint endpoint) {
    return endpoint
        .level()
        .inbox()
        .or(() -> endpoint.inboxIds().stream().findFirst())
        .orElseGet(() -> "sample@" + context.settings().domains().get(0));
  }

  /** Level of detail: 0 organization, 1 with inbox, 2 with thread, 3 with message. */
  private int depth() {
    return switch (type) {
      case ORG_SUSPENDED, ORG_RESUMED -> 0;
      case INBOX_CREATED, INBOX_DELETED, INBOX_DIGEST -> 1;
      case THREAD_LOCKED,
          THREAD_UNLOCKED,
          DRAFT_SUBMITTED,
          APPROVAL_REQUESTED,
          APPROVAL_DECIDED,
          SEND_BLOCKED,
          SEND_CANCELLED,
          SEND_DEFERRED ->
          2;
      case MESSAGE_RECEIVED,
          MESSAGE_RECEIVED_SPAM,
          MESSAGE_RECEIVED_BLOCKED,
          MESSAGE_HELD,
          MESSAGE_RELEASED,
          MESSAGE_SENT,
          MESSAGE_DELIVERED,
          MESSAGE_BOUNCED,
          MESSAGE_COMPLAINED,
          MESSAGE_REJECTED,
          LABEL_ADDED,
          LABEL_REMOVED ->
          3;
    };
  }

  private Map<String, Object> details() {
    return switch (type) {
      case MESSAGE_RECEIVED -> received("normal", "unread");
      case MESSAGE_RECEIVED_SPAM -> received("spam", "spam");
      case MESSAGE_RECEIVED_BLOCKED -> received("blocked", "blocked");
      case MESSAGE_HELD ->
          Map.of(
              FROM,
              CORRESPONDENT,
              LABELS,
              List.of("held", "received", "unread"),
              REASONS,
              List.of("unauthenticated"));
      case MESSAGE_SENT -> send(Map.of("recipients", List.of(CORRESPONDENT)));
      case MESSAGE_DELIVERED, MESSAGE_COMPLAINED -> send(Map.of(RECIPIENT, CORRESPONDENT));
      case MESSAGE_BOUNCED ->
          send(Map.of(RECIPIENT, CORRESPONDENT, "bounce_type", "permanent", "status", "5.1.1"));
      case MESSAGE_REJECTED -> send(Map.of(RECIPIENT, CORRESPONDENT, REASON, "not accepted"));
      case DRAFT_SUBMITTED -> send(Map.of("draft_id", id(IdPrefix.DRAFT)));
      case APPROVAL_REQUESTED ->
          send(Map.of("approval_id", id(IdPrefix.APPROVAL), "flags", List.of("first_contact")));
      case APPROVAL_DECIDED ->
          send(Map.of("approval_id", id(IdPrefix.APPROVAL), "decision", "approved"));
      case SEND_BLOCKED -> send(Map.of(REASONS, List.of("recipient_suppressed")));
      case SEND_CANCELLED -> send(Map.of());
      case SEND_DEFERRED -> send(Map.of(REASON, "daily_limit"));
      case LABEL_ADDED, LABEL_REMOVED -> Map.of("label", "sample");
      case INBOX_DIGEST ->
          Map.of("date", context.today().toString(), "counts", Map.of("received", 1));
      case ORG_SUSPENDED -> Map.of(REASON, "human");
      case MESSAGE_RELEASED,
          THREAD_LOCKED,
          THREAD_UNLOCKED,
          INBOX_CREATED,
          INBOX_DELETED,
          ORG_RESUMED ->
          Map.of();
    };
  }

  private static Map<String, Object> received(String classification, String label) {
    return Map.of(
        FROM,
        CORRESPONDENT,
        LABELS,
        List.of("received", label),
        "held",
        false,
        "classification",
        classification);
  }

  private Map<String, Object> send(Map<String, Object> more) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("send_id", id(IdPrefix.SEND));
    data.putAll(more);
    return data;
  }
}
