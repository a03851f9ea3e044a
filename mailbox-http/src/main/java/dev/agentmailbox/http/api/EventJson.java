package dev.agentmailbox.http.api;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.http.table.JsonBytes;

/** The envelope of an event as every channel sends it. */
public final class EventJson {
  private EventJson() {}

  /** The envelope as JSON in UTF-8. */
  public static byte[] bytes(Event event) {
    return JsonBytes.of(EventRoutes.EVENT, event);
  }
}
