package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.THREE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
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
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link InboxStore} about inboxes; {@link AddressContract} has the addresses. */
public interface InboxStoreContract extends StoreContract {
  @Test
  default void an_inbox_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("text", "ünï\"code\\");
    metadata.put("number", 12);
    metadata.put("yes", true);
    metadata.put("list", List.of("a", 1, Map.of("deep", "value")));
    metadata.put("nothing", null);
    Inbox written =
        new Inbox(
            Scope.inbox("org_a", "pod_p", "new@agents.test"),
            new Inbox.Profile("Display Näme", "mine", metadata),
            InboxStatus.PAUSED,
            false,
            new Policy(Set.of("first_contact"), true, Set.of("unknown_sender"), false, 1, null),
            0,
            at(1),
            at(2));

    assertTrue(attempt(tx -> tx.inboxes().insert(written)));
    assertEquals(Optional.of(written), read(tx -> tx.inboxes().find(ORG_A, written.address())));
    assertEquals(Optional.of(written), write(tx -> tx.inboxes().lock(ORG_A, written.address())));
    assertEquals(Optional.of(written), read(tx -> tx.inboxes().findByClientId("org_a", "mine")));
    assertEquals(List.of(written), read(tx -> tx.inboxes().list(written.scope(), null, ALL)));
  }

  @Test
  default void an_inbox_is_seen_from_its_own_scopes_only() {
    StoreFixtures.world(store());

    assertSeenLikeInboxOne(s -> holds(tx -> tx.inboxes().find(s, ONE.id()).isPresent()));
    assertSeenLikeInboxOne(s -> attempt(tx -> tx.inboxes().lock(s, ONE.id()).isPresent()));
    assertSeenLikeInboxOne(s -> addresses(s, null).contains(ONE.id()));
    assertFalse(holds(tx -> tx.inboxes().find(ORG_A, "missing@agents.test").isPresent()));
  }

  @Test
  default void a_list_holds_the_inboxes_of_its_scope() {
    StoreFixtures.world(store());

    assertEquals(Set.of(ONE.id(), TWO.id(), THREE.id()), Set.copyOf(addresses(ORG_A, null)));
    assertEquals(Set.of(ONE.id(), TWO.id()), Set.copyOf(addresses(POD_P, null)));
    assertEquals(List.of(THREE.id()), addresses(POD_Q, null));
    assertEquals(List.of(ONE.id()), addresses(ONE, null));
  }

  @Test
  default void pages_do_not_lose_inboxes_made_at_one_time() {
    StoreFixtures.world(store());
    Scope pod = Scope.pod("org_a", "pod_x");
    change(
        tx -> {
          tx.pods().insert(StoreFixtures.pod(pod, "X", null, START));
          for (int i = 0; i < 8; i++) {
            tx.inboxes()
                .insert(inbox(inPodX("n" + i), i % 2 == 0 ? "Even" : null, null, at(i / 3)));
          }
        });

    PageWalk.assertOrder(
        IntStream.range(0, 8).mapToObj(i -> inPodX("n" + i).id()).toList(),
        page -> read(tx -> tx.inboxes().list(pod, null, page)),
        inbox -> new PagePosition(inbox.createdAt(), inbox.address()));
    PageWalk.assertOrder(
        IntStream.range(0, 4).mapToObj(i -> inPodX("n" + 2 * i).id()).toList(),
        page -> read(tx -> tx.inboxes().list(pod, "even", page)),
        inbox -> new PagePosition(inbox.createdAt(), inbox.address()));
  }

  private static Scope inPodX(String localPart) {
    return Scope.inbox("org_a", "pod_x", localPart + "@agents.test");
  }

  @Test
  default void a_query_looks_into_address_display_name_and_client_id() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.inboxes().insert(inbox(inPodP("billing-bot"), null, null, at(1)));
          tx.inboxes().insert(inbox(inPodP("x1"), "The Billing Desk", null, at(2)));
          tx.inboxes().insert(inbox(inPodP("x2"), null, "my-BILLING-7", at(3)));
          tx.inboxes().insert(inbox(inPodP("x3"), "100%_sure", null, at(4)));
        });

    assertEquals(
        List.of("x2@agents.test", "x1@agents.test", "billing-bot@agents.test"),
        addresses(ORG_A, "billing"));
    assertEquals(List.of("x3@agents.test"), addresses(ORG_A, "%_s"));
    assertEquals(List.of(), addresses(ORG_A, "100_"));
    assertEquals(List.of(), addresses(POD_Q, "billing"));
  }

  @Test
  default void a_query_finds_the_changed_display_name() {
    StoreFixtures.world(store());
    Inbox one = find(ONE);
    change(tx -> tx.inboxes().update(changed(one, "Renamed", Map.of())));

    assertEquals(List.of(ONE.id()), addresses(ORG_A, "renamed"));
  }

  @Test
  default void an_update_writes_all_but_the_bytes_stored() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().addStoredBytes(ONE, 500));
    Inbox changed = changed(find(ONE), "Renamed", Map.of("k", "v"));
    change(tx -> tx.inboxes().update(changed));

    Inbox found = find(ONE);
    assertEquals("Renamed", found.displayName());
    assertEquals(Map.of("k", "v"), found.metadata());
    assertEquals(InboxStatus.PAUSED, found.status());
    assertFalse(found.claimed());
    assertEquals(new Policy(null, true, null, null, null, null), found.policy());
    assertEquals(at(7), found.updatedAt());
    assertEquals(START, found.createdAt());
    assertEquals(500, found.storedBytes());
  }

  @Test
  default void bytes_stored_add_up_until_the_inbox_is_gone() {
    StoreFixtures.world(store());

    assertTrue(attempt(tx -> tx.inboxes().addStoredBytes(ONE, 6_000_000_000L)));
    assertTrue(attempt(tx -> tx.inboxes().addStoredBytes(ONE, -1)));
    assertEquals(5_999_999_999L, find(ONE).storedBytes());
    change(tx -> tx.inboxes().retire(find(tx, ONE), at(1)));
    assertFalse(attempt(tx -> tx.inboxes().addStoredBytes(ONE, 1)));
  }

  @Test
  default void bytes_added_at_once_are_all_counted() {
    StoreFixtures.world(store());

    Race.run(
        i -> {
          for (int n = 0; n < 20; n++) {
            change(tx -> tx.inboxes().addStoredBytes(ONE, 3));
          }
          return true;
        });

    assertEquals(Race.THREADS * 20 * 3, find(ONE).storedBytes());
  }

  @Test
  default void a_locked_inbox_does_not_change_until_the_transaction_ends() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().update(changed(find(tx, ONE), "0", Map.of())));

    Race.run(
        i -> {
          for (int n = 0; n < 20; n++) {
            change(
                tx -> {
                  Inbox locked = tx.inboxes().lock(ONE, ONE.id()).orElseThrow();
                  int next = Integer.parseInt(String.valueOf(locked.displayName())) + 1;
                  tx.inboxes().update(changed(locked, String.valueOf(next), Map.of()));
                });
          }
          return true;
        });

    assertEquals(String.valueOf(Race.THREADS * 20), find(ONE).displayName());
  }

  @Test
  default void mail_is_routed_to_an_inbox_of_any_organization_until_it_is_retired() {
    StoreFixtures.world(store());
    for (Scope inbox : List.of(ONE, FOUR)) {
      Optional<Inbox> routed = read(tx -> tx.inboxes().findRouted(inbox.id()));
      assertEquals(Optional.of(find(inbox)), routed);
    }

    change(tx -> tx.inboxes().retire(find(tx, ONE), at(1)));
    assertEquals(Optional.empty(), read(tx -> tx.inboxes().findRouted(ONE.id())));
    assertEquals(Optional.empty(), read(tx -> tx.inboxes().findRouted("no" + ONE.id())));
  }

  @Test
  default void a_pod_counts_its_inboxes() {
    StoreFixtures.world(store());
    change(tx -> tx.inboxes().insert(inbox(inPodP("new"), START)));
    assertEquals(3, inboxesOfPodP());

    change(tx -> tx.inboxes().retire(find(tx, ONE), at(1)));
    assertEquals(2, inboxesOfPodP());
  }

  @Test
  default void a_refused_insert_is_not_counted() {
    StoreFixtures.world(store());

    assertFalse(attempt(tx -> tx.inboxes().insert(inbox(ONE, START))));
    assertEquals(2, inboxesOfPodP());
  }

  private int inboxesOfPodP() {
    return read(tx -> tx.pods().find(ORG_A, "pod_p")).map(Pod::inboxCount).orElse(-1);
  }

  private Inbox find(Scope inbox) {
    return read(tx -> find(tx, inbox));
  }

  private static Inbox find(StoreTransaction tx, Scope inbox) {
    return tx.inboxes().find(inbox, inbox.id()).orElseThrow();
  }

  private List<String> addresses(Scope scope, @Nullable String query) {
    return read(tx -> tx.inboxes().list(scope, query, ALL)).stream().map(Inbox::address).toList();
  }

  private static Inbox changed(Inbox inbox, String displayName, Map<String, Object> metadata) {
    return new Inbox(
        inbox.scope(),
        new Inbox.Profile(displayName, inbox.clientId(), metadata),
        InboxStatus.PAUSED,
        false,
        new Policy(null, true, null, null, null, null),
        99,
        inbox.createdAt(),
        at(7));
  }
}
