package dev.agentmailbox.port.event;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.webhook.EndpointCursor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The promises of {@link EndpointCursorStore} and {@link MailboxStore#listen}. */
public interface EndpointCursorStoreContract extends StoreContract {
  @Test
  default void a_run_is_read_as_it_was_put() {
    StoreFixtures.world(store());
    EndpointCursor first = EndpointCursor.after("org_a", "whk_1", 3);
    change(tx -> tx.endpointCursors().put(first));
    assertEquals(Optional.of(first), read(tx -> tx.endpointCursors().find("org_a", "whk_1")));
    EndpointCursor full =
        new EndpointCursor(
            "org_a",
            "whk_1",
            false,
            9,
            new EndpointCursor.Schedule(at(1), at(2)),
            new EndpointCursor.Attempts(at(3), at(4), List.of(at(5), at(6))));
    change(tx -> tx.endpointCursors().put(full));
    assertEquals(Optional.of(full), write(tx -> tx.endpointCursors().lock("org_a", "whk_1")));
    assertEquals(Optional.empty(), read(tx -> tx.endpointCursors().find("org_b", "whk_1")));
    change(tx -> tx.endpointCursors().delete("org_a", "whk_1"));
    assertEquals(Optional.empty(), read(tx -> tx.endpointCursors().find("org_a", "whk_1")));
  }

  @Test
  default void due_runs_come_the_longest_due_first() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.endpointCursors().put(EndpointCursor.after("org_a", "whk_1", 0).released(at(5)));
          tx.endpointCursors().put(EndpointCursor.after("org_b", "whk_2", 0).released(at(3)));
          tx.endpointCursors().put(EndpointCursor.after("org_a", "whk_3", 0));
          tx.endpointCursors().put(EndpointCursor.after("org_a", "whk_4", 0).leased(at(9)));
        });
    assertEquals(List.of("whk_2", "whk_1"), due(at(5), 10));
    assertEquals(List.of("whk_2"), due(at(5), 1));
    assertEquals(List.of("whk_2"), due(at(4), 10));
    assertEquals(List.of("whk_2", "whk_1", "whk_4"), due(at(9), 10));
  }

  private List<String> due(Instant now, int limit) {
    return read(tx -> tx.endpointCursors().due(now, limit)).stream()
        .map(EndpointCursor::webhookId)
        .toList();
  }

  @Test
  default void a_walk_meets_every_enabled_run_once() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 9; i++) {
            EndpointCursor run =
                EndpointCursor.after(i % 2 == 0 ? "org_a" : "org_b", "whk_" + i, 0);
            tx.endpointCursors().put(i == 4 ? run.stopped() : run);
          }
        });
    List<String> met = new ArrayList<>();
    EndpointCursor last = null;
    List<EndpointCursor> step;
    do {
      EndpointCursor after = last;
      step = read(tx -> tx.endpointCursors().enabledAfter(after, 3));
      step.forEach(run -> met.add(run.webhookId()));
      last = step.isEmpty() ? null : step.get(step.size() - 1);
    } while (!step.isEmpty());
    assertEquals(
        List.of("whk_0", "whk_2", "whk_6", "whk_8", "whk_1", "whk_3", "whk_5", "whk_7"), met);
    assertEquals(4, read(tx -> tx.endpointCursors().enabledOf("org_a")).size());
    assertEquals(List.of(), read(tx -> tx.endpointCursors().enabledOf("org_c")));
  }

  @Test
  default void a_listener_hears_of_events_once_they_can_be_read() {
    StoreFixtures.world(store());
    Set<String> heard = ConcurrentHashMap.newKeySet();
    store().listen(heard::add);
    change(tx -> tx.publish(StoreFixtures.event("evt_1", ONE, at(1))));
    change(tx -> tx.settings().put("a", "b"));
    Failure.during(this, tx -> tx.publish(StoreFixtures.event("evt_2", ONE, at(1))));
    assertEquals(Set.of("org_a"), heard);
    assertEquals(1, read(tx -> tx.events().after("org_a", 0, 10)).size());
  }

  @Test
  default void a_listener_that_fails_does_not_fail_what_was_committed() {
    StoreFixtures.world(store());
    Set<String> heard = ConcurrentHashMap.newKeySet();
    store()
        .listen(
            organizationId -> {
              throw new IllegalStateException("a listener failed");
            });
    store().listen(heard::add);
    change(tx -> tx.publish(StoreFixtures.event("evt_1", ONE, at(1))));
    assertEquals(Set.of("org_a"), heard);
  }
}
