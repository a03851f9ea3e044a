package dev.agentmailbox.port.event;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.event;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.event.Event;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.GapProbe;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link EventLog} and of {@link StoreTransaction#publish}. */
public interface EventLogContract extends StoreContract {
  // spec Envelope.1, Envelope.7, Envelope.8, Envelope.9
  @Test
  default void an_event_is_read_as_it_was_published() {
    StoreFixtures.world(store());
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("wake", true);
    data.put("reasons", List.of("first_contact", "b"));
    data.put("reason", "ä \"text\"");
    data.put("attempt", 3);
    Event full =
        new Event("evt_1", EventType.MESSAGE_RECEIVED_SPAM, at(1), ONE, "thr_1", "msg_1", data);
    Event plain = new Event("evt_2", EventType.ORG_SUSPENDED, at(2), ORG_A, null, null, Map.of());
    change(
        tx -> {
          tx.publish(full);
          tx.publish(plain);
        });

    assertEquals(
        List.of(new LoggedEvent(1, full), new LoggedEvent(2, plain)),
        read(tx -> tx.events().after("org_a", 0, 10)));
    assertEquals(
        List.copyOf(data.keySet()),
        List.copyOf(read(tx -> tx.events().after("org_a", 0, 1)).get(0).event().data().keySet()));
  }

  @Test
  default void each_organization_counts_its_events_from_one_without_gaps() {
    StoreFixtures.world(store());
    for (int i = 1; i <= 5; i++) {
      int number = i;
      change(tx -> tx.publish(event("evt_a" + number, ONE, at(number))));
      change(tx -> tx.publish(event("evt_b" + number, FOUR, at(number))));
      Failure.during(this, tx -> tx.publish(event("evt_lost" + number, ONE, at(number))));
    }

    assertEquals(List.of(1L, 2L, 3L, 4L, 5L), sequences(tx -> tx.events().after("org_a", 0, 10)));
    assertEquals(
        List.of("evt_b1", "evt_b2", "evt_b3", "evt_b4", "evt_b5"),
        ids(tx -> tx.events().after("org_b", 0, 10)));
  }

  @Test
  default void one_transaction_appends_to_the_logs_of_several_organizations() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.publish(event("evt_b1", FOUR, at(1)));
          tx.publish(event("evt_a1", ONE, at(1)));
          tx.publish(event("evt_b2", FOUR, at(2)));
        });

    assertEquals(List.of("evt_a1"), ids(tx -> tx.events().after("org_a", 0, 10)));
    assertEquals(List.of("evt_b1", "evt_b2"), ids(tx -> tx.events().after("org_b", 0, 10)));
    assertEquals(List.of(1L, 2L), sequences(tx -> tx.events().after("org_b", 0, 10)));
  }

  @Test
  default void a_log_is_read_forward_from_any_number() {
    StoreFixtures.world(store());
    publishTen();

    assertEquals(List.of(4L, 5L, 6L), sequences(tx -> tx.events().after("org_a", 3, 3)));
    assertEquals(List.of(10L), sequences(tx -> tx.events().after("org_a", 9, 3)));
    assertEquals(List.of(), sequences(tx -> tx.events().after("org_a", 10, 3)));
    assertEquals(List.of(), sequences(tx -> tx.events().after("org_a", 99, 3)));
    assertEquals(List.of(), sequences(tx -> tx.events().after("org_b", 0, 3)));
    assertEquals(List.of(), sequences(tx -> tx.events().after("org_missing", 0, 3)));
  }

  @Test
  default void the_log_of_an_inbox_is_read_in_both_directions() {
    StoreFixtures.world(store());
    publishTen();
    String one = ONE.id();

    assertEquals(
        List.of(1L, 4L, 7L, 10L), sequences(tx -> tx.events().ofInboxAfter("org_a", one, 0, 10)));
    assertEquals(List.of(4L, 7L), sequences(tx -> tx.events().ofInboxAfter("org_a", one, 3, 2)));
    assertEquals(List.of(7L, 4L), sequences(tx -> tx.events().ofInboxBefore("org_a", one, 10, 2)));
    assertEquals(
        List.of(10L, 7L, 4L, 1L),
        sequences(tx -> tx.events().ofInboxBefore("org_a", one, Long.MAX_VALUE, 10)));
    assertEquals(
        List.of(2L, 5L, 8L), sequences(tx -> tx.events().ofInboxAfter("org_a", TWO.id(), 0, 10)));
    assertEquals(List.of(), sequences(tx -> tx.events().ofInboxAfter("org_b", one, 0, 10)));
    assertEquals(List.of(), sequences(tx -> tx.events().ofInboxBefore("org_b", one, 99, 10)));
  }

  /** Numbers 1 to 10: of inbox one, inbox two and the organization in turn. */
  private void publishTen() {
    for (int i = 1; i <= 10; i++) {
      Event next = event("evt_" + i, i % 3 == 1 ? ONE : i % 3 == 2 ? TWO : ORG_A, at(i));
      change(tx -> tx.publish(next));
    }
  }

  @Test
  default void bounds_tell_what_the_log_holds() {
    StoreFixtures.world(store());
    assertEquals(new EventLog.Bounds(1, 0), bounds());
    publishTen();
    assertEquals(new EventLog.Bounds(1, 10), bounds());
    assertEquals(3, removeBefore(at(4), 100));
    assertEquals(new EventLog.Bounds(4, 10), bounds());
    assertEquals(7, removeBefore(at(1_000), 100));
    assertEquals(new EventLog.Bounds(11, 10), bounds());
    change(tx -> tx.publish(event("evt_11", ONE, at(11))));
    assertEquals(new EventLog.Bounds(11, 11), bounds());
  }

  private int removeBefore(Instant horizon, int limit) {
    return write(tx -> tx.events().removeBefore("org_a", horizon, Long.MAX_VALUE, limit));
  }

  private EventLog.Bounds bounds() {
    return read(tx -> tx.events().bounds("org_a"));
  }

  @Test
  default void old_events_are_removed_oldest_first_and_within_the_limit() {
    StoreFixtures.world(store());
    publishTen();
    change(tx -> tx.publish(event("evt_b", FOUR, at(0))));

    assertEquals(0, removeBefore(at(1), 100));
    assertEquals(2, removeBefore(at(9), 2));
    assertEquals(
        LongStream.rangeClosed(3, 10).boxed().toList(),
        sequences(tx -> tx.events().after("org_a", 0, 100)));
    assertEquals(
        List.of(4L, 7L, 10L), sequences(tx -> tx.events().ofInboxAfter("org_a", ONE.id(), 0, 100)));
    assertEquals(1, ids(tx -> tx.events().after("org_b", 0, 100)).size());
  }

  @Test
  default void no_event_after_a_given_number_is_removed() {
    StoreFixtures.world(store());
    publishTen();
    int removed = write(tx -> tx.events().removeBefore("org_a", at(1_000), 4, 100));
    assertEquals(4, removed);
    assertEquals(new EventLog.Bounds(5, 10), bounds());
  }

  @Test
  default void events_of_one_transaction_keep_their_order() {
    StoreFixtures.world(store());
    change(
        tx ->
            IntStream.range(0, 50)
                .forEach(i -> tx.publish(event("evt_" + i, i % 2 == 0 ? POD_P : ONE, at(50 - i)))));

    assertEquals(
        IntStream.range(0, 50).mapToObj(i -> "evt_" + i).toList(),
        ids(tx -> tx.events().after("org_a", 0, 100)));
  }

  @Test
  default void events_of_one_transaction_stand_together() {
    StoreFixtures.world(store());
    Race.run(
        racer -> {
          for (int n = 0; n < 10; n++) {
            String name = "evt_" + racer + "_" + n + "_";
            change(
                tx -> IntStream.range(0, 3).forEach(i -> tx.publish(event(name + i, ONE, at(1)))));
          }
          return true;
        });

    List<String> ids = ids(tx -> tx.events().after("org_a", 0, 1_000));
    assertEquals(Race.THREADS * 10 * 3, ids.size());
    for (int i = 0; i < ids.size(); i += 3) {
      String name = ids.get(i).substring(0, ids.get(i).length() - 1);
      assertEquals(List.of(name + 0, name + 1, name + 2), ids.subList(i, i + 3));
    }
  }

  @Test
  default void a_reader_never_misses_an_event_while_many_write() {
    StoreFixtures.world(store());
    GapProbe.assertNoGaps(
        (eventId, pause) ->
            change(
                tx -> {
                  tx.publish(event(eventId, ORG_A, at(1)));
                  pause.run();
                }),
        (sequence, limit) -> read(tx -> tx.events().after("org_a", sequence, limit)));
    assertEquals(0, ids(tx -> tx.events().after(ORG_B.id(), 0, 10)).size());
  }

  private List<Long> sequences(Function<StoreTransaction, List<LoggedEvent>> reading) {
    return read(reading).stream().map(LoggedEvent::sequence).toList();
  }

  private List<String> ids(Function<StoreTransaction, List<LoggedEvent>> reading) {
    return read(reading).stream().map(logged -> logged.event().id()).toList();
  }

  @Test
  default void an_event_keeps_its_number_when_its_data_are_replaced() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.publish(event("evt_1", ONE, at(1)));
          tx.publish(event("evt_2", ONE, at(2)));
        });
    LoggedEvent first = read(tx -> tx.events().after("org_a", 0, 1)).get(0);
    LoggedEvent other =
        new LoggedEvent(1, first.event().withData(Map.of("from", "erased@erased.invalid")));
    change(tx -> tx.events().replaceData(other));
    change(tx -> tx.events().replaceData(new LoggedEvent(9, other.event())));

    assertEquals(other, read(tx -> tx.events().after("org_a", 0, 1)).get(0));
    assertEquals(other, read(tx -> tx.events().ofInboxAfter("org_a", ONE.id(), 0, 1)).get(0));
    assertEquals(List.of(1L, 2L), sequences(tx -> tx.events().after("org_a", 0, 10)));
  }
}
