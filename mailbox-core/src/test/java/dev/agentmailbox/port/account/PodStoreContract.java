package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.POD_R;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of {@link PodStore}. */
public interface PodStoreContract extends StoreContract {
  /** A further pod of organization A. */
  Scope POD_X = Scope.pod("org_a", "pod_x");

  @Test
  default void a_pod_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Policy policy = new Policy(Set.of("has_links"), null, null, true, null, null);
    Pod written = new Pod("pod_x", "org_a", "Support", "mine", 0, policy, at(1), at(2));

    assertTrue(attempt(tx -> tx.pods().insert(written)));
    assertEquals(Optional.of(written), read(tx -> tx.pods().find(ORG_A, "pod_x")));
    assertEquals(Optional.of(written), read(tx -> tx.pods().findByClientId("org_a", "mine")));
  }

  @Test
  default void a_pod_is_seen_from_its_organization_and_itself_only() {
    StoreFixtures.world(store());

    assertTrue(holds(tx -> tx.pods().find(ORG_A, "pod_p").isPresent()));
    assertTrue(holds(tx -> tx.pods().find(POD_P, "pod_p").isPresent()));
    assertFalse(holds(tx -> tx.pods().find(ONE, "pod_p").isPresent()));
    assertFalse(holds(tx -> tx.pods().find(POD_Q, "pod_p").isPresent()));
    assertFalse(holds(tx -> tx.pods().find(ORG_B, "pod_p").isPresent()));
    assertFalse(holds(tx -> tx.pods().find(ORG_A, "pod_missing").isPresent()));
  }

  @Test
  default void a_list_holds_the_pods_of_its_scope() {
    StoreFixtures.world(store());

    assertEquals(List.of("pod_q", "pod_p"), ids(ORG_A));
    assertEquals(List.of("pod_p"), ids(POD_P));
    assertEquals(List.of(), ids(ONE));
    assertEquals(List.of("pod_r"), ids(ORG_B));
  }

  @Test
  default void the_default_pod_is_found_by_its_name_within_the_organization() {
    StoreFixtures.world(store());
    assertEquals(Optional.empty(), read(tx -> tx.pods().findDefault("org_a")));
    change(tx -> tx.pods().insert(pod(POD_X, Pod.DEFAULT_NAME, null, START)));

    assertEquals(Optional.of("pod_x"), read(tx -> tx.pods().findDefault("org_a")).map(Pod::id));
    assertEquals(Optional.empty(), read(tx -> tx.pods().findDefault("org_b")));
  }

  @Test
  default void a_client_id_is_unique_within_its_organization_only() {
    StoreFixtures.world(store());
    assertTrue(attempt(tx -> tx.pods().insert(pod(POD_X, "X", "mine", START))));

    Scope second = Scope.pod("org_a", "pod_y");
    assertFalse(attempt(tx -> tx.pods().insert(pod(second, "Y", "mine", START))));
    assertFalse(holds(tx -> tx.pods().find(ORG_A, "pod_y").isPresent()));
    Scope elsewhere = Scope.pod("org_b", "pod_z");
    assertTrue(attempt(tx -> tx.pods().insert(pod(elsewhere, "Z", "mine", START))));
    assertEquals(
        Optional.of("pod_z"), read(tx -> tx.pods().findByClientId("org_b", "mine")).map(Pod::id));
    assertEquals(Optional.empty(), read(tx -> tx.pods().findByClientId("org_a", "other")));
  }

  @Test
  default void of_many_inserts_with_one_client_id_exactly_one_wins() {
    StoreFixtures.world(store());

    List<Boolean> made =
        Race.run(
            i ->
                attempt(
                    tx ->
                        tx.pods()
                            .insert(pod(Scope.pod("org_a", "pod_x" + i), "X", "mine", START))));

    assertEquals(1, Race.wins(made));
    assertEquals(3, ids(ORG_A).size());
  }

  @Test
  default void a_refused_insert_leaves_the_transaction_usable() {
    StoreFixtures.world(store());
    change(tx -> tx.pods().insert(pod(POD_X, "X", "mine", START)));

    change(
        tx -> {
          assertFalse(tx.pods().insert(pod(Scope.pod("org_a", "pod_y"), "Y", "mine", START)));
          assertTrue(tx.pods().insert(pod(Scope.pod("org_a", "pod_z"), "Z", "other", START)));
        });

    assertTrue(holds(tx -> tx.pods().find(ORG_A, "pod_z").isPresent()));
  }

  @Test
  default void an_update_writes_name_policy_and_time_only() {
    StoreFixtures.world(store());
    Policy policy = new Policy(null, false, null, null, 5, null);
    change(
        tx -> tx.pods().update(new Pod("pod_p", "org_a", "New", null, 50, policy, START, at(9))));

    Pod expected = new Pod("pod_p", "org_a", "New", null, 2, policy, START, at(9));
    assertEquals(Optional.of(expected), read(tx -> tx.pods().find(ORG_A, "pod_p")));
  }

  @Test
  default void a_pod_is_deleted_only_when_it_has_no_inbox() {
    StoreFixtures.world(store());
    change(tx -> tx.pods().insert(pod(POD_X, "X", "mine", START)));

    assertFalse(attempt(tx -> tx.pods().deleteEmpty(ORG_A, "pod_p")));
    assertFalse(attempt(tx -> tx.pods().deleteEmpty(ORG_B, "pod_x")));
    assertFalse(attempt(tx -> tx.pods().deleteEmpty(ORG_A, "pod_missing")));
    assertTrue(attempt(tx -> tx.pods().deleteEmpty(ORG_A, "pod_x")));
    assertFalse(holds(tx -> tx.pods().find(ORG_A, "pod_x").isPresent()));
    assertFalse(holds(tx -> tx.pods().findByClientId("org_a", "mine").isPresent()));
    assertEquals(List.of("pod_q", "pod_p"), ids(ORG_A));
  }

  @Test
  default void a_pod_whose_addresses_are_all_retired_can_be_deleted() {
    StoreFixtures.world(store());
    change(
        tx -> {
          var inbox = tx.inboxes().find(POD_R, StoreFixtures.FOUR.id()).orElseThrow();
          tx.inboxes().retire(inbox, at(1));
        });

    assertTrue(attempt(tx -> tx.pods().deleteEmpty(ORG_B, "pod_r")));
  }

  private List<String> ids(Scope scope) {
    return read(tx -> tx.pods().list(scope, ALL)).items().stream().map(Pod::id).toList();
  }
}
