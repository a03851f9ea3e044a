package dev.agentmailbox.port.account;

import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.organization;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Policy;
import dev.agentmailbox.account.Postmaster;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link OrganizationStore}. */
public interface OrganizationStoreContract extends StoreContract {
  @Test
  default void an_organization_is_found_as_it_was_written() {
    Organization written =
        new Organization(
            "org_x",
            "A name, ünïcode",
            "agents.test",
            new Organization.Rules(
                new Plan(3, 4, 5),
                "message.bounced",
                new Policy(Set.of("has_links"), true, Set.of(), false, 0, null)),
            0,
            at(1),
            at(2));
    change(tx -> tx.organizations().insert(written));

    assertEquals(Optional.of(written), read(tx -> tx.organizations().find("org_x")));
    assertEquals(Optional.empty(), read(tx -> tx.organizations().find("org_missing")));
  }

  @Test
  default void a_policy_that_inherits_is_found_as_one_that_inherits() {
    change(tx -> tx.organizations().insert(organization("org_x", Plan.DEFAULT)));

    assertEquals(
        Optional.of(Policy.INHERIT),
        read(tx -> tx.organizations().find("org_x")).map(Organization::policy));
  }

  @Test
  default void the_first_organization_is_the_one_made_first() {
    assertEquals(Optional.empty(), read(tx -> tx.organizations().first()));
    change(tx -> tx.organizations().insert(organization("org_z", Plan.DEFAULT)));
    change(
        tx -> {
          tx.organizations()
              .insert(Organization.made("org_a", "Later", "agents.test", Plan.DEFAULT, at(1)));
        });

    assertEquals(
        Optional.of("org_z"), read(tx -> tx.organizations().first()).map(Organization::id));
  }

  @Test
  default void the_first_organization_is_never_the_postmasters() {
    change(tx -> tx.organizations().insert(organization(Postmaster.ORGANIZATION_ID, Plan.DEFAULT)));
    assertEquals(Optional.empty(), read(tx -> tx.organizations().first()));
    change(tx -> tx.organizations().insert(organization("org_z", Plan.DEFAULT)));
    assertEquals(
        Optional.of("org_z"), read(tx -> tx.organizations().first()).map(Organization::id));
  }

  @Test
  default void pages_do_not_lose_organizations_made_at_one_time() {
    change(
        tx ->
            IntStream.range(0, 5)
                .forEach(i -> tx.organizations().insert(organization("org_" + i, Plan.DEFAULT))));

    PageWalk.assertOrder(
        IntStream.range(0, 5).mapToObj(i -> "org_" + i).toList(),
        page -> read(tx -> tx.organizations().list(page)),
        organization -> new PagePosition(organization.createdAt(), organization.id()));
  }

  @Test
  default void an_update_writes_all_but_the_inbox_count() {
    change(tx -> tx.organizations().insert(organization("org_x", Plan.DEFAULT)));
    change(tx -> tx.organizations().takeInbox("org_x"));
    Policy policy = new Policy(null, true, Set.of("unknown_sender"), null, 60, null);
    Organization changed =
        new Organization(
            "org_x",
            "Other",
            "agents.test",
            new Organization.Rules(new Plan(7, 8, 9), "human", policy),
            99,
            StoreFixtures.START,
            at(5));
    change(tx -> tx.organizations().update(changed));

    Organization found = read(tx -> tx.organizations().find("org_x")).orElseThrow();
    assertEquals("Other", found.name());
    assertEquals(new Plan(7, 8, 9), found.plan());
    assertEquals(Optional.of("human"), found.suspension());
    assertEquals(policy, found.policy());
    assertEquals(at(5), found.updatedAt());
    assertEquals(1, found.inboxCount());
  }

  @Test
  default void an_inbox_too_many_is_refused_until_one_is_given_back() {
    change(tx -> tx.organizations().insert(organization("org_x", new Plan(2, 1, 1))));

    assertTrue(attempt(tx -> tx.organizations().takeInbox("org_x")));
    assertTrue(attempt(tx -> tx.organizations().takeInbox("org_x")));
    assertFalse(attempt(tx -> tx.organizations().takeInbox("org_x")));
    change(tx -> tx.organizations().giveBackInbox("org_x"));
    assertTrue(attempt(tx -> tx.organizations().takeInbox("org_x")));
    assertEquals(
        2, read(tx -> tx.organizations().find("org_x")).map(Organization::inboxCount).orElse(0));
  }

  @Test
  default void a_missing_organization_has_no_room_for_inboxes() {
    assertFalse(attempt(tx -> tx.organizations().takeInbox("org_missing")));
  }

  @Test
  default void many_threads_take_exactly_as_many_inboxes_as_the_plan_has() {
    change(tx -> tx.organizations().insert(organization("org_x", new Plan(20, 1, 1))));

    List<Boolean> taken = Race.run(32, i -> attempt(tx -> tx.organizations().takeInbox("org_x")));

    assertEquals(20, Race.wins(taken));
    assertEquals(
        20, read(tx -> tx.organizations().find("org_x")).map(Organization::inboxCount).orElse(0));
  }

  @Test
  default void a_rolled_back_take_is_not_counted() {
    change(tx -> tx.organizations().insert(organization("org_x", new Plan(1, 1, 1))));
    Failure.during(this, tx -> tx.organizations().takeInbox("org_x"));

    assertTrue(attempt(tx -> tx.organizations().takeInbox("org_x")));
  }

  @Test
  default void a_locked_organization_loses_no_change_to_another() {
    change(tx -> tx.organizations().insert(organization("org_x", new Plan(1, 1, 1))));

    Race.run(
        16,
        i ->
            attempt(
                tx -> {
                  Organization row = tx.organizations().lock("org_x").orElseThrow();
                  String before = row.suspendedReason();
                  tx.organizations()
                      .update(
                          row.withSuspension(
                              (before == null ? "" : before) + "x", row.updatedAt()));
                  return true;
                }));

    assertEquals(
        "x".repeat(16),
        read(tx -> tx.organizations().find("org_x")).orElseThrow().suspendedReason());
    assertTrue(holds(tx -> tx.organizations().find("org_missing").isEmpty()));
  }
}
