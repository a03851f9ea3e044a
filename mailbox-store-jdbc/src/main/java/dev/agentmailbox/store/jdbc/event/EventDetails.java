package dev.agentmailbox.store.jdbc.event;

import dev.agentmailbox.event.Event;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of an event stored as JSON, which no query filters by.
 *
 * @param hiddenBits null for none
 */
record EventDetails(
    String id,
    @Nullable String podId,
    @Nullable String threadId,
    @Nullable String messageId,
    Map<String, Object> data,
    @Nullable Integer hiddenBits) {
  static EventDetails of(Event event) {
    return new EventDetails(
        event.id(),
        event.podId(),
        event.threadId(),
        event.messageId(),
        event.data(),
        event.hiddenBits() == 0 ? null : event.hiddenBits());
  }
}
