package dev.agentmailbox.event;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event. Never contains a subject, a body or an attachment name.
 *
 * @param id {@code evt_…}
 * @param scope the organization, pod or inbox it is about
 * @param data by type; always has {@code wake}; values are strings, booleans, numbers, lists of
 *     strings and maps of numbers, in the order written
 * @param hiddenBits {@link dev.agentmailbox.message.Hidden#bits} of the message it is about: only
 *     callers who may see such messages get it
 */
public record Event(
    String id,
    EventType type,
    Instant occurredAt,
    Scope scope,
    @Nullable String threadId,
    @Nullable String messageId,
    Map<String, Object> data,
    int hiddenBits) {
  public Event {
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
  }

  /** An event that is visible to every caller in scope. */
  public Event(
      String id,
      EventType type,
      Instant occurredAt,
      Scope scope,
      @Nullable String threadId,
      @Nullable String messageId,
      Map<String, Object> data) {
    this(id, type, occurredAt, scope, threadId, messageId, data, 0);
  }

  /** With other data. */
  public Event withData(Map<String, Object> other) {
    return new Event(id, type, occurredAt, scope, threadId, messageId, other, hiddenBits);
  }

  public String organizationId() {
    return scope.organizationId();
  }

  public @Nullable String podId() {
    return scope.podId();
  }

  public @Nullable String inboxId() {
    return scope.inboxId();
  }

  /** Whether it wakes the agent; non-waking events are not sent to webhooks and WebSockets. */
  public boolean wakes() {
    return Boolean.TRUE.equals(data.get(EventMember.WAKE.wireName()));
  }
}
