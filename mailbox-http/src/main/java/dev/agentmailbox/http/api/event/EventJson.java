package dev.agentmailbox.http.api.event;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.http.api.common.Paging;
import dev.agentmailbox.http.table.JsonBytes;
import dev.agentmailbox.http.token.Binding;
import java.util.Collection;
import tools.jackson.core.JsonGenerator;

// spec Envelope.1, Envelope.2, Envelope.3, Envelope.4, Envelope.5, Envelope.6, Envelope.7
// spec Envelope.8, Envelope.9
/** Serializes the event envelope, which is the same on every channel. */
public final class EventJson {
  private EventJson() {}

  /** The envelope as JSON in UTF-8. */
  public static byte[] bytes(Event event) {
    return JsonBytes.of(EventRoutes.EVENT, event);
  }

  /** Writes the envelope as a JSON value. */
  public static void write(JsonGenerator out, Event event) {
    EventRoutes.EVENT.write(out, event);
  }

  /**
   * The cursor binding of {@code GET /v0/events} with these filters, so that cursors of a stream
   * with the same filters work for polling.
   */
  public static Binding cursorBinding(
      Scope scope, Collection<EventType> types, Collection<String> inboxIds) {
    StringBuilder query = new StringBuilder(EventRoutes.LIST_EVENTS);
    append(query, "types", types);
    append(query, "inbox_ids", inboxIds);
    return Binding.of(scope, query.toString());
  }

  private static void append(StringBuilder query, String name, Collection<?> values) {
    if (!values.isEmpty()) {
      query.append('\n').append(name).append('=').append(Paging.canonical(values));
    }
  }
}
