package dev.agentmailbox.service.record;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventMember;
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

/** Builds an {@link Event}; it wakes the agent unless told otherwise. Not thread safe. */
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
    return event.with(EventMember.SEND_ID, send.id());
  }

  public EventBuilder thread(@Nullable String value) {
    threadId = value;
    return this;
  }

  /**
   * Adds a member to {@code data}.
   *
   * @throws IllegalArgumentException when events of this type have no such member
   */
  public EventBuilder with(EventMember member, Object value) {
    if (!type.members().contains(member)) {
      throw new IllegalArgumentException(type + " has no " + member);
    }
    data.put(member.wireName(), value);
    return this;
  }

  /** Restricts the event further, to callers who may see mail with these bits. */
  public EventBuilder alsoHidden(int bits) {
    hiddenBits |= bits;
    return this;
  }

  /** Sets whether the event wakes the agent. */
  public EventBuilder wakes(boolean value) {
    data.put(EventMember.WAKE.wireName(), value);
    return this;
  }

  public Event build() {
    data.putIfAbsent(EventMember.WAKE.wireName(), true);
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
