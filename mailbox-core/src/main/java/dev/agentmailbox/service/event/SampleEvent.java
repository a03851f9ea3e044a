package dev.agentmailbox.service.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventMember;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.EventType.Subject;
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
    data.put(EventMember.WAKE.wireName(), true);
    data.put("test", true);
    for (EventMember member : type.members()) {
      if (member != EventMember.NOTE) {
        data.put(member.wireName(), value(member));
      }
    }
    return new Event(
        id(IdPrefix.EVENT),
        type,
        context.now(),
        names(Subject.INBOX)
            ? Scope.inbox(endpoint.organizationId(), pod(endpoint), inbox(endpoint))
            : Scope.organization(endpoint.organizationId()),
        names(Subject.THREAD) ? id(IdPrefix.THREAD) : null,
        names(Subject.MESSAGE) ? id(IdPrefix.MESSAGE) : null,
        data);
  }

  private boolean names(Subject subject) {
    return type.subject().compareTo(subject) >= 0;
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

  private Object value(EventMember member) {
    return switch (member) {
      case WAKE -> true;
      case FROM, RECIPIENT -> CORRESPONDENT;
      case LABELS -> labels();
      case HELD, EDITED, RETURNED -> false;
      case CLASSIFICATION ->
          switch (type) {
            case MESSAGE_RECEIVED_SPAM -> "spam";
            case MESSAGE_RECEIVED_BLOCKED -> "blocked";
            default -> "normal";
          };
      case REASONS ->
          List.of(type == EventType.MESSAGE_HELD ? "unauthenticated" : "recipient_suppressed");
      case SEND_ID -> id(IdPrefix.SEND);
      case RECIPIENTS -> List.of(CORRESPONDENT);
      case BOUNCE_TYPE -> "permanent";
      case STATUS -> "5.1.1";
      case REASON ->
          switch (type) {
            case MESSAGE_REJECTED -> "not accepted";
            case SEND_DEFERRED -> "daily_limit";
            default -> "human";
          };
      case DRAFT_ID -> id(IdPrefix.DRAFT);
      case APPROVAL_ID -> id(IdPrefix.APPROVAL);
      case FLAGS -> List.of("first_contact");
      case DECISION -> "approved";
      case LABEL, NOTE -> "sample";
      case DATE -> context.today().toString();
      case COUNTS -> Map.of("received", 1);
    };
  }

  private List<String> labels() {
    return switch (type) {
      case MESSAGE_HELD -> List.of("held", "received", "unread");
      case MESSAGE_RECEIVED_SPAM -> List.of("received", "spam");
      case MESSAGE_RECEIVED_BLOCKED -> List.of("received", "blocked");
      default -> List.of("received", "unread");
    };
  }
}
