package dev.agentmailbox.port.sending;

import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.approval;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.Approval;
import dev.agentmailbox.sending.ApprovalRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link ApprovalStore}. */
public interface ApprovalStoreContract extends StoreContract {
  @Test
  default void an_approval_is_found_as_it_was_written() {
    StoreFixtures.world(store());
    Approval pending = approval("apr_1", ONE, at(1));
    Approval full =
        new Approval(
            "apr_2",
            TWO,
            new ApprovalRequest(
                "out_2",
                "thr_1",
                List.of("has_links", "first_contact"),
                "ab".repeat(32),
                at(1),
                at(2)),
            Approval.Status.REJECTED,
            new Approval.Decision(at(3), "usr_1", "Nö"));
    change(tx -> tx.approvals().insert(pending));
    change(tx -> tx.approvals().insert(full));

    assertEquals(Optional.of(pending), read(tx -> tx.approvals().find(ONE, "apr_1")));
    assertEquals(Optional.of(full), read(tx -> tx.approvals().find(ORG_A, "apr_2")));
    assertEquals(Optional.empty(), read(tx -> tx.approvals().find(ORG_A, "apr_missing")));
  }

  @Test
  default void an_approval_is_seen_from_its_own_scopes_only() {
    StoreFixtures.world(store());
    change(tx -> tx.approvals().insert(approval("apr_1", ONE, at(1))));

    assertSeenLikeInboxOne(s -> holds(tx -> tx.approvals().find(s, "apr_1").isPresent()));
    assertSeenLikeInboxOne(s -> holds(tx -> !tx.approvals().list(s, null, ALL).isEmpty()));
    assertSeenLikeInboxOne(
        s -> holds(tx -> !tx.approvals().list(s, Approval.Status.PENDING, ALL).isEmpty()));
  }

  @Test
  default void pages_do_not_lose_approvals_of_one_time_at_any_level() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 24; i++) {
            Approval.Status status =
                i % 3 == 0 ? Approval.Status.PENDING : Approval.Status.APPROVED;
            tx.approvals().insert(approval(id(i), INBOXES.get(i % 4), status, at(i / 5)));
          }
        });

    for (Scope scope : List.of(ORG_A, POD_P, ONE)) {
      PageWalk.assertOrder(
          IntStream.range(0, 24).filter(i -> isIn(scope, i)).mapToObj(this::id).toList(),
          page -> read(tx -> tx.approvals().list(scope, null, page)),
          approval -> new PagePosition(approval.requestedAt(), approval.id()));
      PageWalk.assertOrder(
          IntStream.range(0, 24)
              .filter(i -> isIn(scope, i) && i % 3 == 0)
              .mapToObj(this::id)
              .toList(),
          page -> read(tx -> tx.approvals().list(scope, Approval.Status.PENDING, page)),
          approval -> new PagePosition(approval.requestedAt(), approval.id()));
    }
  }

  private static boolean isIn(Scope scope, int i) {
    Scope inbox = INBOXES.get(i % 4);
    return scope.contains(inbox.organizationId(), inbox.podId(), inbox.inboxId());
  }

  private String id(int i) {
    return "apr_%02d".formatted(i);
  }

  @Test
  default void a_decision_replaces_a_pending_approval_once() {
    StoreFixtures.world(store());
    Approval pending = approval("apr_1", ONE, at(1));
    change(tx -> tx.approvals().insert(pending));
    Approval approved = decided(pending, Approval.Status.APPROVED, "usr_1");
    Approval rejected = decided(pending, Approval.Status.REJECTED, "usr_2");

    assertTrue(attempt(tx -> tx.approvals().decide(approved)));
    assertFalse(attempt(tx -> tx.approvals().decide(rejected)));
    assertEquals(Optional.of(approved), read(tx -> tx.approvals().find(ONE, "apr_1")));
    assertEquals(List.of(), read(tx -> tx.approvals().list(ONE, Approval.Status.PENDING, ALL)));
    assertEquals(
        List.of(approved), read(tx -> tx.approvals().list(ONE, Approval.Status.APPROVED, ALL)));
  }

  @Test
  default void a_missing_approval_cannot_be_decided() {
    StoreFixtures.world(store());
    Approval missing = decided(approval("apr_1", ONE, at(1)), Approval.Status.APPROVED, "usr_1");

    assertFalse(attempt(tx -> tx.approvals().decide(missing)));
    assertEquals(Optional.empty(), read(tx -> tx.approvals().find(ONE, "apr_1")));
  }

  @Test
  default void of_many_decisions_at_once_exactly_one_holds() {
    StoreFixtures.world(store());
    Approval pending = approval("apr_1", ONE, at(1));
    change(tx -> tx.approvals().insert(pending));

    List<Boolean> won =
        Race.run(
            i -> {
              Approval.Status status =
                  i % 2 == 0 ? Approval.Status.APPROVED : Approval.Status.REJECTED;
              return attempt(tx -> tx.approvals().decide(decided(pending, status, "usr_" + i)));
            });

    assertEquals(1, Race.wins(won));
    assertEquals(
        Optional.of("usr_" + won.indexOf(true)),
        read(tx -> tx.approvals().find(ONE, "apr_1")).map(Approval::decidedBy));
  }

  @Test
  default void pending_approvals_expire_when_their_time_is_up() {
    StoreFixtures.world(store());
    change(
        tx -> {
          tx.approvals().insert(approval("apr_1", ONE, at(1)));
          tx.approvals().insert(approval("apr_2", StoreFixtures.FOUR, at(2)));
          tx.approvals().insert(approval("apr_3", ONE, at(3)));
          tx.approvals().insert(approval("apr_4", ONE, Approval.Status.APPROVED, at(1)));
        });
    assertEquals(3, read(tx -> tx.approvals().countPending()).intValue());
    Instant expiryOfSecond = approval("apr_2", ONE, at(2)).expiresAt();

    assertEquals(List.of(), expired(expiryOfSecond.minusSeconds(2), 10));
    assertEquals(List.of("apr_1", "apr_2"), expired(expiryOfSecond, 10).stream().sorted().toList());
    assertEquals(1, expired(expiryOfSecond, 1).size());
    change(
        tx ->
            tx.approvals()
                .decide(decided(approval("apr_1", ONE, at(1)), Approval.Status.EXPIRED, "-")));
    assertEquals(List.of("apr_2"), expired(expiryOfSecond, 10));
    assertEquals(2, read(tx -> tx.approvals().countPending()).intValue());
  }

  private List<String> expired(Instant now, int limit) {
    return read(tx -> tx.approvals().expired(now, limit)).stream().map(Approval::id).toList();
  }

  private static Approval decided(Approval pending, Approval.Status status, String by) {
    return pending.end(status, new Approval.Decision(at(100), by, "A note"));
  }
}
