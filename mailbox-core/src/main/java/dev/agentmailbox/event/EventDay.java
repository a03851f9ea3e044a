package dev.agentmailbox.event;

import java.time.LocalDate;
import java.util.Map;

/**
 * Events of one UTC day by type.
 *
 * @param counts absent means none
 */
public record EventDay(LocalDate date, Map<EventType, Long> counts) {
  public EventDay {
    counts = Map.copyOf(counts);
  }
}
