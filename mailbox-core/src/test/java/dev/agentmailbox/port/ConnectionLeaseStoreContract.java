package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Plan;
import dev.agentmailbox.port.ConnectionLeaseStore.ConnectionLease;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The promises of {@link ConnectionLeaseStore}. */
public interface ConnectionLeaseStoreContract extends StoreContract {
  @Test
  default void places_are_listed_by_organization_until_they_are_freed() {
    change(tx -> tx.connectionLeases().join("node_1", at(10)));
    ConnectionLease first = new ConnectionLease("org_a", "key_1", "node_1", "1");
    ConnectionLease other = new ConnectionLease("org_b", "key_2", "node_1", "1");
    change(tx -> tx.connectionLeases().take(first));
    change(tx -> tx.connectionLeases().take(other));
    assertEquals(List.of(first), leasesOf("org_a"));
    change(tx -> tx.connectionLeases().free("org_a", "1"));
    change(tx -> tx.connectionLeases().free("org_a", "1"));
    assertEquals(List.of(), leasesOf("org_a"));
    assertEquals(List.of(other), leasesOf("org_b"));
  }

  @Test
  default void a_process_that_is_not_renewed_is_removed_with_its_places() {
    change(tx -> tx.connectionLeases().join("node_1", at(10)));
    change(tx -> tx.connectionLeases().join("node_2", at(10)));
    change(tx -> tx.connectionLeases().take(new ConnectionLease("org_a", "key_1", "node_1", "1")));
    change(tx -> tx.connectionLeases().take(new ConnectionLease("org_b", "key_1", "node_1", "2")));
    ConnectionLease kept = new ConnectionLease("org_a", "key_1", "node_2", "3");
    change(tx -> tx.connectionLeases().take(kept));
    assertTrue(attempt(tx -> tx.connectionLeases().renew("node_2", at(20))));

    assertEquals(0, (int) write(tx -> tx.connectionLeases().removeLost(at(9))));
    assertEquals(1, (int) write(tx -> tx.connectionLeases().removeLost(at(10))));
    assertEquals(List.of(kept), leasesOf("org_a"));
    assertEquals(List.of(), leasesOf("org_b"));
    assertFalse(attempt(tx -> tx.connectionLeases().renew("node_1", at(20))));
    assertTrue(attempt(tx -> tx.connectionLeases().renew("node_2", at(30))));
  }

  @Test
  default void a_process_that_leaves_takes_its_places_with_it() {
    change(tx -> tx.connectionLeases().join("node_1", at(10)));
    change(tx -> tx.connectionLeases().take(new ConnectionLease("org_a", "key_1", "node_1", "1")));
    change(tx -> tx.connectionLeases().leave("node_1"));
    change(tx -> tx.connectionLeases().leave("node_1"));
    assertEquals(List.of(), leasesOf("org_a"));
    assertFalse(attempt(tx -> tx.connectionLeases().renew("node_1", at(20))));
  }

  @Test
  default void many_who_count_under_the_lock_of_the_organization_take_no_place_too_many() {
    change(tx -> tx.organizations().insert(StoreFixtures.organization("org_a", Plan.DEFAULT)));
    change(tx -> tx.connectionLeases().join("node_1", at(10)));
    List<Integer> taken =
        Race.run(
            i -> {
              int mine = 0;
              for (int n = 0; n < 5; n++) {
                String id = i + "-" + n;
                mine += attempt(tx -> takeOneOfTen(tx, id)) ? 1 : 0;
              }
              return mine;
            });
    assertEquals(10, taken.stream().mapToInt(Integer::intValue).sum());
    Set<String> ids =
        leasesOf("org_a").stream().map(ConnectionLease::id).collect(Collectors.toSet());
    assertEquals(10, ids.size());
  }

  private static boolean takeOneOfTen(StoreTransaction tx, String id) {
    boolean fixture =
        tx.organizations().lock("org_a").isPresent()
            && tx.connectionLeases().renew("node_1", at(20))
            && tx.connectionLeases().of("org_a").size() < 10;
    if (fixture) {
      tx.connectionLeases().take(new ConnectionLease("org_a", "key_1", "node_1", id));
    }
    return fixture;
  }

  private List<ConnectionLease> leasesOf(String organizationId) {
    return read(tx -> tx.connectionLeases().of(organizationId));
  }
}
