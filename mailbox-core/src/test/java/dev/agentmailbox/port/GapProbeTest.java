package dev.agentmailbox.port;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.LoggedEvent;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The twin of the gap test: a log that numbers too early must fail it, or it proves nothing. */
class GapProbeTest {
  @Test
  void a_log_that_numbers_before_the_commit_loses_events_of_its_reader() {
    AtomicLong numbers = new AtomicLong();
    ConcurrentSkipListMap<Long, LoggedEvent> visible = new ConcurrentSkipListMap<>();

    int seen =
        GapProbe.follow(
                (eventId, beforeCommit) -> {
                  long number = numbers.incrementAndGet();
                  beforeCommit.run();
                  visible.put(
                      number,
                      new LoggedEvent(
                          number,
                          StoreFixtures.event(eventId, StoreFixtures.ORG_A, StoreFixtures.START)));
                },
                (sequence, limit) ->
                    visible.tailMap(sequence, false).values().stream().limit(limit).toList())
            .size();

    assertTrue(seen < GapProbe.EVENTS, "the probe must notice");
  }
}
