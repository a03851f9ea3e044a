package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Role;
import dev.agentmailbox.account.Human;
import dev.agentmailbox.account.Membership;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreTransaction;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link HumanStore} and {@link MemberStore}. */
public interface HumanStoreContract extends StoreContract {
  @Test
  default void a_human_is_found_as_it_was_written() {
    Human human = new Human("usr_1", "a@example.com", true, Human.Status.INVITED, at(1), at(2));

    assertTrue(attempt(tx -> tx.humans().insert(human)));
    assertEquals(Optional.of(human), read(tx -> tx.humans().find("usr_1")));
    assertEquals(Optional.of(human), read(tx -> tx.humans().findByEmail("a@example.com")));
    assertEquals(Optional.empty(), read(tx -> tx.humans().find("usr_2")));
    assertEquals(Optional.empty(), read(tx -> tx.humans().findByEmail("b@example.com")));
  }

  @Test
  default void of_many_humans_with_one_address_exactly_one_is_made() {
    List<Boolean> made =
        Race.run(i -> attempt(tx -> tx.humans().insert(human("usr_" + i, "a@example.com"))));

    assertEquals(1, Race.wins(made));
  }

  @Test
  default void an_update_writes_operator_and_status_and_not_the_address() {
    change(tx -> tx.humans().insert(human("usr_1", "a@example.com")));
    change(
        tx ->
            tx.humans()
                .update(
                    new Human(
                        "usr_1", "b@example.com", true, Human.Status.REJECTED, at(8), at(9))));

    assertEquals(
        Optional.of(new Human("usr_1", "a@example.com", true, Human.Status.REJECTED, START, at(9))),
        read(tx -> tx.humans().find("usr_1")));
  }

  @Test
  default void a_member_is_found_changed_and_removed() {
    Membership member =
        new Membership("org_a", "usr_1", Role.OWNER, Membership.Status.PENDING, at(1), at(2));
    assertTrue(attempt(tx -> tx.members().insert(member)));
    assertEquals(Optional.of(member), read(tx -> tx.members().find("org_a", "usr_1")));
    assertEquals(Optional.empty(), read(tx -> tx.members().find("org_b", "usr_1")));

    Membership changed =
        new Membership("org_a", "usr_1", Role.APPROVER, Membership.Status.ACTIVE, at(8), at(9));
    change(tx -> tx.members().update(changed));
    assertEquals(
        Optional.of(
            new Membership(
                "org_a", "usr_1", Role.APPROVER, Membership.Status.ACTIVE, at(1), at(9))),
        read(tx -> tx.members().find("org_a", "usr_1")));

    assertEquals(false, attempt(tx -> tx.members().delete("org_b", "usr_1")));
    assertTrue(attempt(tx -> tx.members().delete("org_a", "usr_1")));
    assertEquals(false, attempt(tx -> tx.members().delete("org_a", "usr_1")));
    assertEquals(List.of(), read(tx -> tx.members().ofHuman("usr_1")));
    assertEquals(List.of(), read(tx -> tx.members().list("org_a", ALL)));
  }

  @Test
  default void of_many_joins_of_one_human_exactly_one_counts() {
    assertEquals(
        1, Race.wins(Race.run(i -> attempt(tx -> tx.members().insert(member("org_a", 1, i))))));
  }

  @Test
  default void the_organizations_of_a_human_come_in_the_order_they_were_joined() {
    change(
        tx -> {
          tx.members().insert(member("org_c", 1, 2));
          tx.members().insert(member("org_b", 1, 1));
          tx.members().insert(member("org_a", 1, 1));
          tx.members().insert(member("org_d", 2, 0));
        });

    assertEquals(
        List.of("org_a", "org_b", "org_c"),
        read(tx -> tx.members().ofHuman("usr_1")).stream()
            .map(Membership::organizationId)
            .toList());
  }

  @Test
  default void pages_do_not_lose_members_who_joined_at_one_time() {
    change(
        tx -> {
          IntStream.range(0, 7).forEach(i -> tx.members().insert(member("org_a", i, i / 3)));
          tx.members().insert(member("org_b", 9, 0));
        });

    PageWalk.assertOrder(
        IntStream.range(0, 7).mapToObj(i -> "usr_" + i).toList(),
        page -> read(tx -> tx.members().list("org_a", page)),
        member -> new PagePosition(member.createdAt(), member.userId()));
  }

  @Test
  default void of_two_owners_who_leave_at_once_one_stays() {
    change(
        tx ->
            IntStream.range(0, Race.THREADS)
                .forEach(i -> tx.members().insert(member("org_a", i, i))));

    Race.run(
        i ->
            attempt(
                tx ->
                    tx.members().lockOwners("org_a").size() > 1
                        && tx.members().delete("org_a", "usr_" + i)));

    assertEquals(1, write(tx -> tx.members().lockOwners("org_a")).size());
  }

  @Test
  default void owners_who_have_not_accepted_do_not_count() {
    change(
        tx -> {
          tx.members().insert(member("org_a", 1, 1));
          tx.members().insert(membership("org_a", 2, Membership.Status.PENDING, 2));
          tx.members().insert(member("org_b", 3, 3));
        });

    assertEquals(List.of(member("org_a", 1, 1)), read(tx -> tx.members().owners("org_a")));
    assertEquals(List.of(member("org_a", 1, 1)), write(tx -> tx.members().lockOwners("org_a")));
  }

  @Test
  default void a_membership_that_is_accepted_and_removed_at_once_is_one_of_both() {
    for (int round = 0; round < 5; round++) {
      int human = round;
      change(tx -> tx.members().insert(membership("org_a", human, Membership.Status.PENDING, 1)));
      List<Boolean> done =
          Race.run(
              i ->
                  attempt(
                      tx ->
                          tx.members()
                              .lock("org_a", "usr_" + human)
                              .filter(found -> !found.isActive())
                              .map(found -> acceptOrRemove(tx, found, i % 2 == 0))
                              .orElse(false)));

      assertEquals(1, Race.wins(done));
    }
  }

  private static boolean acceptOrRemove(StoreTransaction tx, Membership found, boolean accepts) {
    if (!accepts) {
      return tx.members().delete(found.organizationId(), found.userId());
    }
    tx.members().update(found.accepted(at(5)));
    return true;
  }

  private static Human human(String id, String email) {
    return new Human(id, email, false, Human.Status.ACTIVE, START, START);
  }

  private static Membership member(String organization, int human, int second) {
    return membership(organization, human, Membership.Status.ACTIVE, second);
  }

  private static Membership membership(
      String organization, int human, Membership.Status status, int second) {
    return new Membership(organization, "usr_" + human, Role.OWNER, status, at(second), at(second));
  }
}
