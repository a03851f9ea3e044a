package dev.agentmailbox.event;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened. Never holds a subject, a body or an attachment name.
 *
 * @param id {@code evt_…}
 * @param data by type; always has {@code wake}; values are strings, booleans, numbers, lists of
 *     strings and maps of numbers, in the order written
 */
public record Event(
    String id,
    EventType type,
    Instant occurredAt,
    String organizationId,
    @Nullable String podId,
    @Nullable String inboxId,
    @Nullable String threadId,
    @Nullable String messageId,
    Map<String, Object> data) {
  public Event {
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
  }

  /** Whether it wakes the agent; others are left out of webhooks and WebSocket. */
  public boolean wakes() {
    return Boolean.TRUE.equals(data.get("wake"));
  }
}
