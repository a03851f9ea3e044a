package dev.agentmailbox.usage;

import java.time.LocalDate;
import java.util.Map;

/**
 * Counters of one UTC day.
 *
 * @param counts absent means 0; never negative
 */
public record UsageDay(LocalDate date, Map<Counter, Long> counts) {
  public UsageDay {
    counts = Map.copyOf(counts);
  }

  public long get(Counter counter) {
    return counts.getOrDefault(counter, 0L);
  }
}
