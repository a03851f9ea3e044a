package dev.agentmailbox.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventTypeTest {
  @Test
  void a_type_is_known_by_its_wire_name() {
    assertEquals("message.received.spam", EventType.MESSAGE_RECEIVED_SPAM.wireName());
    assertEquals("org.suspended", EventType.ORG_SUSPENDED.wireName());
    for (EventType type : EventType.values()) {
      assertEquals(Optional.of(type), EventType.named(type.wireName()));
    }
    assertEquals(Optional.empty(), EventType.named("message.opened"));
    assertEquals(Optional.empty(), EventType.named("MESSAGE_SENT"));
  }

  @Test
  void an_event_wakes_only_when_its_data_says_so() {
    assertTrue(event(Map.of("wake", true)).wakes());
    assertFalse(event(Map.of("wake", false)).wakes());
    assertFalse(event(Map.of("wake", "true")).wakes());
    assertFalse(event(Map.of()).wakes());
  }

  @Test
  void the_data_keeps_its_order_and_cannot_be_changed() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("z", 1);
    data.put("a", 2);
    Event event = event(data);
    data.clear();

    assertEquals(List.of("z", "a"), List.copyOf(event.data().keySet()));
    assertThrows(UnsupportedOperationException.class, () -> event.data().remove("z"));
  }

  private static Event event(Map<String, Object> data) {
    return new Event(
        "evt_1",
        EventType.MESSAGE_SENT,
        Instant.EPOCH,
        Scope.organization("org_a"),
        null,
        null,
        data);
  }
}
