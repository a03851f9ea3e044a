package dev.agentmailbox.port;

import static dev.agentmailbox.port.MessageFixture.message;
import static dev.agentmailbox.port.SendFixture.send;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.inPodP;
import static dev.agentmailbox.port.ThreadFixture.thread;
import static dev.agentmailbox.port.sending.SendingTables.APPROVALS;
import static dev.agentmailbox.port.sending.SendingTables.APPROVAL_EXPIRY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.account.Organization;
import dev.agentmailbox.account.Plan;
import dev.agentmailbox.account.Pod;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.port.account.UsageStore.Quota;
import dev.agentmailbox.port.event.EventLog;
import dev.agentmailbox.port.message.MessageStore;
import dev.agentmailbox.port.message.SearchStore;
import dev.agentmailbox.port.message.ThreadStore;
import dev.agentmailbox.usage.Counter;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promises of {@link MailboxStore}: all of a transaction or nothing of it. */
public interface MailboxStoreContract extends StoreContract {
  LocalDate TODAY = LocalDate.of(2026, 1, 1);
  ListEntry ENTRY =
      StoreFixtures.listEntry(ONE, ListEntry.Direction.SEND, ListEntry.Type.BLOCK, "x.test");

  /** Writes something to every store. */
  private static void writeEverywhere(StoreTransaction tx) {
    tx.organizations().insert(StoreFixtures.organization("org_x", Plan.DEFAULT));
    tx.organizations().takeInbox("org_a");
    tx.pods().insert(StoreFixtures.pod(POD_P_TWIN, "Twin", "mine", START));
    tx.inboxes().insert(StoreFixtures.inbox(inPodP("new"), null, "mine", START));
    tx.inboxes().addStoredBytes(ONE, 100);
    tx.apiKeys().insert(StoreFixtures.apiKey("key_1", ONE, START));
    thread(ONE, "thr_1").labels("mine").insert(tx);
    tx.threads().register(ONE, "<id@x.test>", "thr_1", true);
    message(ONE, "msg_1").labels("mine").content("content").insert(tx);
    tx.search()
        .index(ONE, new SearchStore.Entry(ONE.id(), "msg_1", "thr_1", START), Set.of("word"));
    send(ONE, "out_1").fingerprint("f").content("content").insert(tx);
    tx.contacts().note(ONE, Direction.OUTBOUND, List.of("a@x.test"), START);
    tx.table(APPROVALS).add(StoreFixtures.approval("apr_1", ONE, START));
    tx.lists().insert(ENTRY);
    tx.usage().take("org_a", TODAY, Quota.RECIPIENTS, 5, 10);
    tx.idempotency()
        .claim(
            new IdempotencyStore.Key("org_a", "key"),
            IdempotencyStoreContract.BODY,
            at(0),
            at(100));
    tx.settings().put("name", "value");
    tx.receipts().note("org_a", "receipt", at(0), at(100));
    tx.publish(StoreFixtures.event("evt_1", ONE, START));
    tx.count("org_a", "pod_p", ONE.id(), TODAY, Counter.STORAGE_BYTES, 100);
  }

  /** A further pod of organization A. */
  Scope POD_P_TWIN = Scope.pod("org_a", "pod_twin");

  /** Asserts that nothing of {@link #writeEverywhere} is there. */
  private void assertNothingWritten() {
    assertFalse(holds(tx -> tx.organizations().find("org_x").isPresent()));
    assertEquals(
        Optional.of(0), read(tx -> tx.organizations().find("org_a")).map(Organization::inboxCount));
    assertFalse(holds(tx -> tx.pods().find(ORG_A, "pod_twin").isPresent()));
    assertFalse(holds(tx -> tx.pods().findByClientId("org_a", "mine").isPresent()));
    assertEquals(2, read(tx -> tx.pods().list(ORG_A, ALL)).items().size());
    assertEquals(Optional.of(2), read(tx -> tx.pods().find(ORG_A, "pod_p")).map(Pod::inboxCount));
    assertEquals(3, read(tx -> tx.inboxes().list(ORG_A, null, ALL)).size());
    assertFalse(holds(tx -> tx.inboxes().isTaken(inPodP("new").id())));
    assertFalse(holds(tx -> tx.inboxes().findByClientId("org_a", "mine").isPresent()));
    assertEquals(0, read(tx -> tx.inboxes().find(ONE, ONE.id())).orElseThrow().storedBytes());
    assertFalse(holds(tx -> tx.apiKeys().find(ONE, "key_1").isPresent()));
    assertFalse(holds(tx -> tx.apiKeys().findByPrefix("prefixkey_1").isPresent()));
    assertFalse(holds(tx -> tx.threads().find(ONE, "thr_1").isPresent()));
    var threads = new ThreadStore.ThreadRange(List.of(0), "mine", null, null);
    assertEquals(List.of(), read(tx -> tx.threads().range(ORG_A, threads, ALL)));
    assertEquals(List.of(), read(tx -> tx.threads().known(ONE, List.of("<id@x.test>"))));
    assertFalse(holds(tx -> tx.messages().find(ONE, "msg_1").isPresent()));
    assertFalse(holds(tx -> tx.messages().body(ONE, "msg_1").isPresent()));
    var messages = new MessageStore.MessageRange(List.of(0), "mine", null, null, null);
    assertEquals(List.of(), read(tx -> tx.messages().range(ONE, messages, ALL)));
    assertFalse(holds(tx -> tx.messages().namesContent("content")));
    assertEquals(
        List.of(), read(tx -> tx.search().find(ORG_A, SearchStore.Query.of("word"), ALL).items()));
    assertFalse(holds(tx -> tx.sends().find(ONE, "out_1").isPresent()));
    assertEquals(List.of(), read(tx -> tx.sends().list(ORG_A, null, ALL)));
    assertFalse(holds(tx -> tx.sends().recentIdentical(ONE, "f", START).isPresent()));
    assertEquals(
        Set.of(), read(tx -> tx.contacts().known(ONE, Direction.OUTBOUND, List.of("a@x.test"))));
    assertFalse(holds(tx -> tx.table(APPROVALS).find(ORG_A.id(), "apr_1").isPresent()));
    assertEquals(List.of(), read(tx -> tx.table(APPROVALS).list(APPROVAL_EXPIRY)));
    assertEquals(
        List.of(), read(tx -> tx.lists().match(ONE, ENTRY.direction(), List.of("x.test"))).found());
    assertTrue(holds(tx -> tx.usage().used("org_a", TODAY, Quota.RECIPIENTS) == 0));
    assertFalse(
        holds(
            tx ->
                tx.idempotency()
                    .find(new IdempotencyStore.Key("org_a", "key"), at(1))
                    .isPresent()));
    assertFalse(holds(tx -> tx.settings().get("name").isPresent()));
    assertEquals(List.of(), read(tx -> tx.events().after("org_a", 0, 10)));
    assertEquals(new EventLog.Bounds(1, 0), read(tx -> tx.events().bounds("org_a")));
    assertEquals(
        0,
        read(tx -> tx.usage().days("org_a", "org_a", TODAY, TODAY))
            .get(0)
            .get(Counter.STORAGE_BYTES));
  }

  @Test
  default void a_transaction_that_fails_leaves_nothing() {
    StoreFixtures.world(store());
    Failure.during(this, MailboxStoreContract::writeEverywhere);

    assertNothingWritten();
    assertTrue(write(tx -> tx.sends().claimDue(at(1), StoreFixtures.SECOND, 10)).isEmpty());
    assertTrue(attempt(tx -> tx.receipts().note("org_a", "receipt", at(0), at(100))));
  }

  @Test
  default void a_transaction_that_failed_can_be_done_afterwards() {
    StoreFixtures.world(store());
    Failure.during(this, MailboxStoreContract::writeEverywhere);
    change(MailboxStoreContract::writeEverywhere);

    assertTrue(holds(tx -> tx.messages().find(ONE, "msg_1").isPresent()));
    assertEquals(new EventLog.Bounds(1, 1), read(tx -> tx.events().bounds("org_a")));
  }

  @Test
  default void an_error_rolls_back_too() {
    StoreFixtures.world(store());
    assertThrows(
        AssertionError.class,
        () ->
            change(
                tx -> {
                  writeEverywhere(tx);
                  throw new AssertionError("chosen by the test");
                }));

    assertNothingWritten();
  }

  @Test
  default void work_returns_its_result() {
    assertEquals("written", write(tx -> "written"));
    assertEquals("read", read(tx -> "read"));
  }

  @Test
  default void a_failing_reader_fails_with_its_own_exception() {
    IllegalArgumentException failure = new IllegalArgumentException("chosen by the test");
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                read(
                    tx -> {
                      throw failure;
                    }));
    assertEquals(failure, thrown);
    assertEquals("next", read(tx -> "next"));
  }

  @Test
  default void a_transaction_sees_its_own_rows() {
    StoreFixtures.world(store());
    change(
        tx -> {
          writeEverywhere(tx);
          assertTrue(tx.messages().find(ONE, "msg_1").isPresent());
          assertTrue(tx.messages().namesContent("content"));
          assertEquals(1, tx.search().find(ONE, SearchStore.Query.of("word"), ALL).items().size());
          assertEquals(
              1, tx.lists().match(ONE, ENTRY.direction(), List.of("x.test")).found().size());
          assertEquals(5, tx.usage().used("org_a", TODAY, Quota.RECIPIENTS));
        });
  }

  @Test
  default void of_transactions_that_take_one_lock_one_runs_at_a_time() {
    change(tx -> tx.settings().put("name", "0"));
    Race.run(
        i -> {
          change(
              tx -> {
                tx.lock("a lock");
                int before = Integer.parseInt(tx.settings().get("name").orElseThrow());
                tx.settings().put("name", String.valueOf(before + 1));
              });
          return true;
        });

    assertEquals(Optional.of(String.valueOf(Race.THREADS)), read(tx -> tx.settings().get("name")));
  }

  @Test
  default void a_lock_ends_with_its_transaction_even_when_that_fails() {
    Failure.during(this, tx -> tx.lock("a lock"));
    change(
        tx -> {
          tx.lock("a lock");
          tx.lock("a lock");
          tx.lock("another");
        });
  }

  @Test
  default void a_reading_transaction_takes_no_lock() {
    assertThrows(
        IllegalStateException.class,
        () ->
            read(
                tx -> {
                  tx.lock("a lock");
                  return true;
                }));
  }

  @Test
  default void readers_see_nothing_of_a_transaction_before_it_ends() {
    StoreFixtures.world(store());
    int rounds = 50;
    Race.run(
        3,
        racer -> {
          for (int i = 0; i < rounds; i++) {
            String value = String.valueOf(i);
            if (racer == 0) {
              change(
                  tx -> {
                    tx.settings().put("name", "half");
                    tx.settings().put("name", value);
                  });
            } else {
              assertFalse(holds(tx -> tx.settings().get("name").orElse("").equals("half")));
            }
          }
          return true;
        });
  }
}
