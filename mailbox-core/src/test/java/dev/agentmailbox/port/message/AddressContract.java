package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.inPodP;
import static dev.agentmailbox.port.StoreFixtures.inbox;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.inbox.Inbox;
import dev.agentmailbox.inbox.InboxStatus;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The promises of {@link InboxStore} about addresses and client ids. */
public interface AddressContract extends StoreContract {
  @Test
  default void an_address_is_given_out_once_in_all_organizations() {
    StoreFixtures.world(store());
    Scope elsewhere = Scope.inbox("org_b", "pod_r", ONE.id());

    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(ONE, at(1)))));
    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(elsewhere, at(1)))));
    assertFalse(holds(tx -> tx.inboxes().find(ORG_B, ONE.id()).isPresent()));
  }

  @Test
  default void a_retired_address_is_never_given_out_again() {
    StoreFixtures.world(store());
    retire(ONE);
    Scope elsewhere = Scope.inbox("org_b", "pod_r", ONE.id());

    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(ONE, at(2)))));
    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(elsewhere, at(2)))));
    assertFalse(holds(tx -> tx.inboxes().find(ORG_A, ONE.id()).isPresent()));
    assertFalse(holds(tx -> tx.inboxes().list(ONE, null, ALL).stream().findAny().isPresent()));
  }

  @Test
  default void retiring_twice_counts_once() {
    StoreFixtures.world(store());
    Inbox inbox = read(tx -> tx.inboxes().find(ONE, ONE.id())).orElseThrow();

    Race.run(
        i -> {
          change(tx -> tx.inboxes().retire(inbox, at(1)));
          return true;
        });

    assertEquals(1, podPCount());
  }

  @Test
  default void of_many_inserts_of_one_address_exactly_one_wins() {
    StoreFixtures.world(store());

    List<Boolean> made =
        Race.run(i -> attempt(tx -> tx.inboxes().insert(inbox(inPodP("wanted"), at(i)))));

    assertEquals(1, Race.wins(made));
    assertEquals(3, podPCount());
  }

  @Test
  default void of_many_inserts_with_one_client_id_exactly_one_wins() {
    StoreFixtures.world(store());

    List<Boolean> made =
        Race.run(
            i -> attempt(tx -> tx.inboxes().insert(inbox(inPodP("n" + i), null, "mine", START))));

    assertEquals(1, Race.wins(made));
    assertEquals(3, podPCount());
    int winner = made.indexOf(true);
    assertEquals(
        Optional.of(inPodP("n" + winner).id()),
        read(tx -> tx.inboxes().findByClientId("org_a", "mine")).map(Inbox::address));
  }

  @Test
  default void an_address_refused_for_its_client_id_is_still_free() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().insert(inbox(inPodP("first"), null, "mine", START)));

    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(inPodP("second"), null, "mine", START))));
    assertFalse(holds(tx -> tx.inboxes().isTaken(inPodP("second").id())));
    assertTrue(attempt(tx -> tx.inboxes().insert(inbox(inPodP("second"), null, null, START))));
  }

  @Test
  default void a_refused_insert_leaves_the_transaction_usable() {
    StoreFixtures.world(store());

    change(
        tx -> {
          assertFalse(tx.inboxes().insert(inbox(ONE, START)));
          assertTrue(tx.inboxes().insert(inbox(inPodP("other"), START)));
        });

    assertTrue(holds(tx -> tx.inboxes().find(ORG_A, inPodP("other").id()).isPresent()));
  }

  @Test
  default void a_client_id_is_free_again_when_its_inbox_is_deleted() {
    StoreFixtures.world(store());
    Scope first = inPodP("first");
    change(tx -> tx.inboxes().insert(inbox(first, null, "mine", START)));
    retire(first);

    assertEquals(Optional.empty(), read(tx -> tx.inboxes().findByClientId("org_a", "mine")));
    assertTrue(attempt(tx -> tx.inboxes().insert(inbox(inPodP("second"), null, "mine", START))));
  }

  @Test
  default void a_client_id_is_unique_within_its_organization_only() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().insert(inbox(inPodP("first"), null, "mine", START)));
    Scope elsewhere = Scope.inbox("org_b", "pod_r", "other@agents.test");

    assertTrue(attempt(tx -> tx.inboxes().insert(inbox(elsewhere, null, "mine", START))));
    assertEquals(
        Optional.of("other@agents.test"),
        read(tx -> tx.inboxes().findByClientId("org_b", "mine")).map(Inbox::address));
  }

  @Test
  default void mail_is_routed_to_the_inbox_of_its_address() {
    StoreFixtures.world(store());

    assertEquals(Optional.of(ONE), read(tx -> tx.inboxes().findRouted(ONE.id())).map(Inbox::scope));
    assertTrue(holds(tx -> tx.inboxes().isTaken(ONE.id())));
    assertEquals(Optional.empty(), read(tx -> tx.inboxes().findRouted("missing@agents.test")));
    assertFalse(holds(tx -> tx.inboxes().isTaken("missing@agents.test")));
    retire(ONE);
    assertEquals(Optional.empty(), read(tx -> tx.inboxes().findRouted(ONE.id())));
    assertTrue(holds(tx -> tx.inboxes().isTaken(ONE.id())));
  }

  @Test
  default void a_paused_or_unclaimed_inbox_does_not_receive() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().update(with(tx, InboxStatus.PAUSED, true)));
    assertFalse(receives());
    change(tx -> tx.inboxes().update(with(tx, InboxStatus.ACTIVE, false)));
    assertFalse(receives());
    change(tx -> tx.inboxes().update(with(tx, InboxStatus.ACTIVE, true)));
    assertTrue(receives());
  }

  private boolean receives() {
    return holds(tx -> tx.inboxes().findRouted(ONE.id()).orElseThrow().receives());
  }

  private static Inbox with(StoreTransaction tx, InboxStatus status, boolean claimed) {
    Inbox inbox = tx.inboxes().find(ONE, ONE.id()).orElseThrow();
    return new Inbox(
        inbox.scope(),
        new Inbox.Profile(null, null, Map.of()),
        status,
        claimed,
        Policy.INHERIT,
        0,
        inbox.createdAt(),
        at(1));
  }

  private void retire(Scope inbox) {
    change(tx -> tx.inboxes().retire(tx.inboxes().find(inbox, inbox.id()).orElseThrow(), at(1)));
  }

  private int podPCount() {
    return read(tx -> tx.pods().find(ORG_A, "pod_p")).map(Pod::inboxCount).orElse(-1);
  }
}
