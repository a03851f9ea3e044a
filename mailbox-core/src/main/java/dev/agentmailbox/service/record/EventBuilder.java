package dev.agentmailbox.service.record;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.id.IdPrefix;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.MailboxContext;
import dev.agentmailbox.sending.Send;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds an {@link Event}; {@code wake} defaults to true. Not thread safe. */
public final class EventBuilder {
  private final MailboxContext context;
  private final EventType type;
  private final Instant now;
  private final Scope scope;
  private final Map<String, Object> data = new LinkedHashMap<>();
  private @Nullable String threadId;
  private @Nullable String messageId;
  private int hiddenBits;

  private EventBuilder(MailboxContext context, EventType type, Instant now, Scope scope) {
    this.context = context;
    this.type = type;
    this.now = now;
    this.scope = scope;
  }

  /** An event at the organization level. */
  public static EventBuilder ofOrganization(
      MailboxContext context, EventType type, Instant now, String organizationId) {
    return new EventBuilder(context, type, now, Scope.organization(organizationId));
  }

  public static EventBuilder of(MailboxContext context, EventType type, Instant now, Inbox inbox) {
    return new EventBuilder(context, type, now, inbox.scope());
  }

  public static EventBuilder of(
      MailboxContext context, EventType type, Instant now, Message message) {
    EventBuilder event = new EventBuilder(context, type, now, message.scope());
    event.threadId = message.threadId();
    event.messageId = message.id();
    event.hiddenBits = message.hiddenBits();
    return event;
  }

  public static EventBuilder of(
      MailboxContext context, EventType type, Instant now, MailThread thread) {
    EventBuilder event = new EventBuilder(context, type, now, thread.scope());
    event.threadId = thread.id();
    return event;
  }

  /** An event about a send, with its thread and message if they exist. */
  public static EventBuilder of(MailboxContext context, EventType type, Instant now, Send send) {
    EventBuilder event = new EventBuilder(context, type, now, send.scope());
    event.threadId = send.threadId();
    event.messageId = send.messageId();
    return event.with("send_id", send.id());
  }

  public EventBuilder thread(@Nullable String value) {
    threadId = value;
    return this;
  }

  /** Adds a member to {@code data}. */
  public EventBuilder with(String name, Object value) {
    data.put(name, value);
    return this;
  }

  /** Restricts the event further, to callers who may see mail with these bits. */
  public EventBuilder alsoHidden(int bits) {
    hiddenBits |= bits;
    return this;
  }

  /** Makes the event non-waking. */
  public EventBuilder quiet() {
    data.put("wake", false);
    return this;
  }

  public Event build() {
    data.putIfAbsent("wake", true);
    return new Event(
        context.ids().next(IdPrefix.EVENT),
        type,
        now,
        scope,
        threadId,
        messageId,
        data,
        hiddenBits);
  }
}
