package dev.agentmailbox.port.event;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.event.EventType;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.webhook.Delivery;
import dev.agentmailbox.webhook.DisabledReason;
import dev.agentmailbox.webhook.EndpointCursor;
import dev.agentmailbox.webhook.WebhookEndpoint;
import dev.agentmailbox.webhook.WebhookEndpoint.SealedSecret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The promises of {@link WebhookStore}, {@link EndpointCursorStore}, {@link DeliveryStore} and
 * {@link MailboxStore#listen}.
 */
public interface WebhookStoreContract extends StoreContract {
  private static WebhookEndpoint endpoint(String id, Scope level, @Nullable String clientId) {
    return new WebhookEndpoint(
        id,
        level,
        new WebhookEndpoint.Target(
            "https://hooks.example.com/" + id,
            List.of(new SealedSecret("sealed new", null), new SealedSecret("sealed old", at(9))),
            Map.of("x-own", "sealed value")),
        new WebhookEndpoint.Subscription(
            Set.of(EventType.MESSAGE_RECEIVED, EventType.ORG_SUSPENDED),
            level.podId() == null ? Set.of() : Set.of(level.podId()),
            level.inboxId() == null ? Set.of() : Set.of(level.inboxId())),
        clientId,
        null,
        at(1),
        at(2));
  }

  private static Delivery delivery(String id, int second, Delivery.Trigger trigger) {
    Delivery.Subject event = new Delivery.Subject(7, "evt_1", EventType.MESSAGE_SENT);
    return Delivery.first("dlv_0", "org_a", "whk_1", event, trigger, at(0), at(0))
        .next(id, at(second), at(1));
  }

  @Test
  default void an_endpoint_is_read_as_it_was_written() {
    StoreFixtures.world(store());
    WebhookEndpoint written = endpoint("whk_1", ONE, "client");
    assertTrue(attempt(tx -> tx.webhooks().insert(written)));
    assertEquals(Optional.of(written), read(tx -> tx.webhooks().find(ORG_A, "whk_1")));
    assertEquals(Optional.of(written), write(tx -> tx.webhooks().lock(ONE, "whk_1")));
    assertEquals(Optional.of(written), read(tx -> tx.webhooks().findByClientId("org_a", "client")));
    assertSeenLikeInboxOne(scope -> holds(tx -> tx.webhooks().find(scope, "whk_1").isPresent()));
  }

  @Test
  default void an_endpoint_changes_its_level_and_is_listed_there() {
    StoreFixtures.world(store());
    change(tx -> tx.webhooks().insert(endpoint("whk_1", ONE, null)));
    WebhookEndpoint wider =
        endpoint("whk_1", POD_P, null)
            .change()
            .disabled(DisabledReason.GONE)
            .headers(Map.of())
            .at(at(5));
    change(tx -> tx.webhooks().update(wider));
    assertEquals(Optional.of(wider), read(tx -> tx.webhooks().find(POD_P, "whk_1")));
    assertEquals(List.of(), read(tx -> tx.webhooks().list(ONE, ALL)));
    assertEquals(List.of(wider), read(tx -> tx.webhooks().list(POD_P, ALL)));
    change(tx -> tx.webhooks().delete("org_a", "whk_1"));
    assertEquals(List.of(), read(tx -> tx.webhooks().list(ORG_A, ALL)));
  }

  @Test
  default void a_list_has_what_is_exactly_or_inside_the_scope() {
    StoreFixtures.world(store());
    change(tx -> tx.webhooks().insert(endpoint("whk_1", ONE, null)));
    change(tx -> tx.webhooks().insert(endpoint("whk_2", POD_P, null)));
    change(tx -> tx.webhooks().insert(endpoint("whk_3", ORG_A, null)));
    change(tx -> tx.webhooks().insert(endpoint("whk_4", ORG_B, null)));
    assertEquals(List.of("whk_3", "whk_2", "whk_1"), ids(ORG_A));
    assertEquals(List.of("whk_2", "whk_1"), ids(POD_P));
    assertEquals(List.of("whk_1"), ids(ONE));
    assertEquals(List.of("whk_4"), ids(ORG_B));
  }

  private List<String> ids(Scope scope) {
    return read(tx -> tx.webhooks().list(scope, ALL)).stream().map(WebhookEndpoint::id).toList();
  }

  @Test
  default void a_client_id_is_taken_once_in_an_organization_and_free_after_a_delete() {
    StoreFixtures.world(store());
    assertTrue(attempt(tx -> tx.webhooks().insert(endpoint("whk_1", ORG_A, "c"))));
    assertFalse(attempt(tx -> tx.webhooks().insert(endpoint("whk_2", ORG_A, "c"))));
    assertTrue(attempt(tx -> tx.webhooks().insert(endpoint("whk_3", ORG_B, "c"))));
    change(tx -> tx.webhooks().delete("org_a", "whk_1"));
    assertTrue(attempt(tx -> tx.webhooks().insert(endpoint("whk_2", ORG_A, "c"))));
  }

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
            EndpointCursor cursor =
                EndpointCursor.after(i % 2 == 0 ? "org_a" : "org_b", "whk_" + i, 0);
            tx.endpointCursors().put(i == 4 ? cursor.stopped() : cursor);
          }
        });
    List<String> met = new ArrayList<>();
    EndpointCursor last = null;
    List<EndpointCursor> step;
    do {
      EndpointCursor after = last;
      step = read(tx -> tx.endpointCursors().enabledAfter(after, 3));
      step.forEach(cursor -> met.add(cursor.webhookId()));
      last = step.isEmpty() ? null : step.get(step.size() - 1);
    } while (!step.isEmpty());
    assertEquals(
        List.of("whk_0", "whk_2", "whk_6", "whk_8", "whk_1", "whk_3", "whk_5", "whk_7"), met);
    assertEquals(4, read(tx -> tx.endpointCursors().enabledOf("org_a")).size());
    assertEquals(List.of(), read(tx -> tx.endpointCursors().enabledOf("org_c")));
  }

  @Test
  default void a_delivery_is_read_as_it_was_written_and_ends() {
    StoreFixtures.world(store());
    Delivery pending = delivery("dlv_1", 5, Delivery.Trigger.EVENT);
    change(tx -> tx.deliveries().insert(pending));
    assertEquals(List.of(pending), read(tx -> tx.deliveries().list("org_a", "whk_1", ALL)));
    assertEquals(Optional.of(at(5)), read(tx -> tx.deliveries().nextDue("org_a", "whk_1")));
    Delivery made = pending.made(Delivery.Status.FAILED, 500, 12, "status_500", at(6));
    change(tx -> tx.deliveries().update(made));
    assertEquals(List.of(made), read(tx -> tx.deliveries().list("org_a", "whk_1", ALL)));
    assertEquals(Optional.empty(), read(tx -> tx.deliveries().nextDue("org_a", "whk_1")));
    assertEquals(List.of(), read(tx -> tx.deliveries().list("org_a", "whk_2", ALL)));
    assertEquals(List.of(), read(tx -> tx.deliveries().list("org_b", "whk_1", ALL)));
  }

  @Test
  default void due_deliveries_come_by_trigger_the_longest_due_first() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.deliveries().insert(delivery("dlv_1", 5, Delivery.Trigger.EVENT));
          tx.deliveries().insert(delivery("dlv_2", 4, Delivery.Trigger.EVENT));
          tx.deliveries().insert(delivery("dlv_3", 3, Delivery.Trigger.REPLAY));
        });
    assertEquals(List.of("dlv_2", "dlv_1"), dueDeliveries(Delivery.Trigger.EVENT, at(5), 10));
    assertEquals(List.of("dlv_2"), dueDeliveries(Delivery.Trigger.EVENT, at(5), 1));
    assertEquals(List.of("dlv_2"), dueDeliveries(Delivery.Trigger.EVENT, at(4), 10));
    assertEquals(List.of("dlv_3"), dueDeliveries(Delivery.Trigger.REPLAY, at(3), 10));
    assertEquals(Optional.of(at(3)), read(tx -> tx.deliveries().nextDue("org_a", "whk_1")));
    assertEquals(3, read(tx -> tx.deliveries().pending("org_a", "whk_1", 10)).size());
    assertEquals(2, read(tx -> tx.deliveries().pending("org_a", "whk_1", 2)).size());
    assertEquals(3, read(tx -> tx.deliveries().countPending()).intValue());
    assertEquals(2, removeTwo());
    assertEquals(1, removeTwo());
    assertEquals(0, removeTwo());
    assertEquals(List.of(), read(tx -> tx.deliveries().pending("org_a", "whk_1", 10)));
    assertEquals(0, read(tx -> tx.deliveries().countPending()).intValue());
  }

  private int removeTwo() {
    return write(tx -> tx.deliveries().removeBefore(at(2), 2));
  }

  private List<String> dueDeliveries(Delivery.Trigger trigger, Instant now, int limit) {
    return read(tx -> tx.deliveries().due("org_a", "whk_1", trigger, now, limit)).stream()
        .map(Delivery::id)
        .toList();
  }

  @Test
  default void deliveries_are_listed_in_pages() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 7; i++) {
            tx.deliveries().insert(delivery("dlv_" + i, i, Delivery.Trigger.EVENT));
          }
        });
    PageRequest page = PageRequest.first(3);
    List<Delivery> first = read(tx -> tx.deliveries().list("org_a", "whk_1", page));
    assertEquals(4, first.size());
    assertEquals("dlv_6", first.get(0).id());
  }

  @Test
  default void a_listener_hears_of_events_once_they_can_be_read() {
    StoreFixtures.world(store());
    List<String> heard = new ArrayList<>();
    store().listen(heard::add);
    change(tx -> tx.publish(StoreFixtures.event("evt_1", ONE, at(1))));
    change(tx -> tx.settings().put("a", "b"));
    Failure.during(this, tx -> tx.publish(StoreFixtures.event("evt_2", ONE, at(1))));
    assertEquals(List.of("org_a"), heard);
    assertEquals(1, read(tx -> tx.events().after("org_a", 0, 10)).size());
  }

  @Test
  default void a_listener_that_fails_does_not_fail_what_was_committed() {
    StoreFixtures.world(store());
    List<String> heard = new ArrayList<>();
    store()
        .listen(
            organizationId -> {
              throw new IllegalStateException("a listener failed");
            });
    store().listen(heard::add);
    change(tx -> tx.publish(StoreFixtures.event("evt_1", ONE, at(1))));
    assertEquals(List.of("org_a"), heard);
  }
}
