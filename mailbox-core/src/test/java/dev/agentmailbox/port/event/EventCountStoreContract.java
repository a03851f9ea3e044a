package dev.agentmailbox.port.event;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.THREE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventDay;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.event.EventCountStore.QuietDay;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link EventCountStore}. */
public interface EventCountStoreContract extends StoreContract {
  LocalDate FIRST = LocalDate.parse("2026-01-01");

  private void publish(String id, Scope subject, EventType type, Instant time, boolean wake) {
    change(tx -> tx.publish(new Event(id, type, time, subject, null, null, Map.of("wake", wake))));
  }

  private List<EventDay> days(Scope subject, LocalDate from, LocalDate to) {
    return read(tx -> tx.eventCounts().days(subject.organizationId(), subject.id(), from, to));
  }

  @Test
  default void every_published_event_is_counted_for_all_it_belongs_to() {
    StoreFixtures.world(store());
    Instant day = StoreFixtures.START;
    publish("evt_1", ONE, EventType.MESSAGE_SENT, day, true);
    publish("evt_2", ONE, EventType.MESSAGE_SENT, day.plus(Duration.ofHours(23)), true);
    publish("evt_3", ONE, EventType.LABEL_ADDED, day.plus(Duration.ofHours(24)), false);
    publish("evt_4", THREE, EventType.MESSAGE_SENT, day, true);
    publish("evt_5", ORG_A, EventType.ORG_SUSPENDED, day, true);
    publish("evt_6", FOUR, EventType.MESSAGE_SENT, day, true);
    Failure.during(
        this, tx -> tx.publish(StoreFixtures.event("evt_lost", ONE, StoreFixtures.START)));

    EventDay first = new EventDay(FIRST, Map.of(EventType.MESSAGE_SENT, 2L));
    EventDay second = new EventDay(FIRST.plusDays(1), Map.of(EventType.LABEL_ADDED, 1L));
    assertEquals(List.of(first, second), days(ONE, FIRST, FIRST.plusDays(9)));
    assertEquals(List.of(second), days(ONE, FIRST.plusDays(1), FIRST.plusDays(1)));
    assertEquals(
        List.of(
            new EventDay(FIRST, Map.of(EventType.MESSAGE_SENT, 3L, EventType.ORG_SUSPENDED, 1L))),
        days(ORG_A, FIRST, FIRST));
    assertEquals(List.of(), days(TWO, FIRST, FIRST.plusDays(9)));
  }

  @Test
  default void counts_are_exact_while_many_publish() {
    StoreFixtures.world(store());
    Race.run(
        racer -> {
          for (int i = 0; i < 10; i++) {
            publish(
                "evt_" + racer + "_" + i, ONE, EventType.MESSAGE_SENT, StoreFixtures.START, true);
          }
          return true;
        });
    assertEquals(
        List.of(new EventDay(FIRST, Map.of(EventType.MESSAGE_SENT, Race.THREADS * 10L))),
        days(ORG_A, FIRST, FIRST));
  }

  @Test
  default void a_walk_meets_every_inbox_with_quiet_events_once_and_whole() {
    StoreFixtures.world(store());
    Instant day = StoreFixtures.START;
    for (Scope inbox : List.of(ONE, TWO, FOUR)) {
      publish("evt_a" + inbox.id(), inbox, EventType.LABEL_ADDED, day, false);
      publish("evt_b" + inbox.id(), inbox, EventType.LABEL_ADDED, day, false);
      publish("evt_c" + inbox.id(), inbox, EventType.MESSAGE_HELD, day, false);
      publish("evt_d" + inbox.id(), inbox, EventType.MESSAGE_SENT, day, true);
    }
    publish("evt_e", THREE, EventType.MESSAGE_SENT, day, true);
    publish("evt_f", THREE, EventType.LABEL_ADDED, day.plus(Duration.ofDays(1)), false);

    List<QuietDay> met = new ArrayList<>();
    List<QuietDay> step = quiet(null);
    while (!step.isEmpty()) {
      met.addAll(step);
      step = quiet(step.get(step.size() - 1));
    }
    Map<EventType, Long> counts = Map.of(EventType.LABEL_ADDED, 2L, EventType.MESSAGE_HELD, 1L);
    assertEquals(
        List.of(
            new QuietDay("org_a", ONE.id(), counts),
            new QuietDay("org_a", TWO.id(), counts),
            new QuietDay("org_b", FOUR.id(), counts)),
        met);
  }

  private List<QuietDay> quiet(@Nullable QuietDay after) {
    return read(tx -> tx.eventCounts().inboxesWithEvents(FIRST, after, 2));
  }
}
