package dev.agentmailbox.event;

import java.time.LocalDate;
import java.util.Map;

/**
 * Events of one UTC day by type.
 *
 * @param counts types without events are absent
 */
public record EventDay(LocalDate date, Map<EventType, Long> counts) {
  public EventDay {
    counts = Map.copyOf(counts);
  }
}
