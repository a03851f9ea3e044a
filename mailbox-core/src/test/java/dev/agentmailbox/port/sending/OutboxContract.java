package dev.agentmailbox.port.sending;

import static dev.agentmailbox.port.SendFixture.send;
import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.sending.Send;
import dev.agentmailbox.sending.SendStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link SendStore#claimDue} and {@link SendStore#makeDue}. */
public interface OutboxContract extends StoreContract {
  Duration LEASE = Duration.ofMinutes(1);

  @Test
  default void due_sends_of_all_organizations_are_claimed_oldest_first() {
    StoreFixtures.world(store());
    change(
        tx -> {
          send(ONE, "out_late").due(at(3)).insert(tx);
          send(FOUR, "out_first").due(at(1)).insert(tx);
          send(ONE, "out_second").due(at(2)).insert(tx);
          send(ONE, "out_future").due(at(11)).insert(tx);
          send(ONE, "out_never").due(null).insert(tx);
        });

    assertEquals(List.of("out_first", "out_second"), claim(at(10), 2));
    assertEquals(List.of("out_late"), claim(at(10), 2));
    assertEquals(List.of(), claim(at(10), 2));
    assertEquals(List.of("out_future"), claim(at(11), 2));
  }

  @Test
  default void a_claimed_send_is_the_whole_send() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(ONE, "out_1").insert(tx));

    List<Send> claimed = write(tx -> tx.sends().claimDue(at(1), LEASE, 10));
    assertEquals(1, claimed.size());
    assertEquals(send.recipients(), claimed.get(0).recipients());
    assertEquals(send.mail().contentKey(), claimed.get(0).mail().contentKey());
    assertEquals(SendStatus.SENDING, claimed.get(0).status());
  }

  @Test
  default void the_leases_that_a_dead_process_left_are_ended() {
    StoreFixtures.world(store());
    change(
        tx -> {
          send(ONE, "out_claimed").due(at(0)).insert(tx);
          send(ONE, "out_fresh").due(at(30)).insert(tx);
          send(ONE, "out_waiting").due(at(30)).waits("inbox_paused").insert(tx);
          send(ONE, "out_scheduled").due(at(30)).status(SendStatus.SCHEDULED).insert(tx);
        });
    assertEquals(List.of("out_claimed"), claim(at(5), 10));

    change(tx -> tx.sends().endLeases(at(6)));
    assertEquals(List.of("out_claimed", "out_fresh"), claim(at(6), 10));
    change(tx -> tx.sends().endLeases(at(7)));
    change(tx -> tx.sends().endLeases(at(8)));
    assertEquals(List.of("out_claimed", "out_fresh"), claim(at(8), 10));
  }

  @Test
  default void a_leased_send_comes_back_when_the_lease_ends() {
    StoreFixtures.world(store());
    change(tx -> send(ONE, "out_1").due(at(0)).insert(tx));

    assertEquals(List.of("out_1"), claim(at(5), 10));
    assertEquals(List.of(), claim(at(64), 10));
    assertEquals(List.of("out_1"), claim(at(65), 10));
    assertEquals(List.of(), claim(at(66), 10));
  }

  @Test
  default void an_update_ends_the_lease() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(ONE, "out_1").due(at(0)).insert(tx));
    assertEquals(List.of("out_1"), claim(at(1), 10));
    change(tx -> tx.sends().update(send.change().nextAttemptAt(at(3)).at(at(2))));

    assertEquals(List.of(), claim(at(2), 10));
    assertEquals(List.of("out_1"), claim(at(3), 10));
    change(tx -> tx.sends().update(send.change().nextAttemptAt(null).at(at(4))));
    assertEquals(List.of(), claim(at(9_999), 10));
  }

  @Test
  default void the_queue_counts_each_send_that_waits_once_in_all_organizations() {
    StoreFixtures.world(store());
    assertEquals(new SendQueue(0, 0, 0), read(tx -> tx.sends().queue()));
    Send tried =
        write(
            tx -> {
              send(ONE, "out_done").status(SendStatus.SENT).due(null).insert(tx);
              send(ONE, "out_asked").status(SendStatus.PENDING_APPROVAL).due(null).insert(tx);
              send(ONE, "out_1").insert(tx);
              send(FOUR, "out_2").insert(tx);
              send(TWO, "out_3").due(at(9)).insert(tx);
              send(ONE, "out_later").status(SendStatus.SCHEDULED).due(at(9)).insert(tx);
              send(ONE, "out_paused").waits("inbox_paused").due(at(9)).insert(tx);
              send(FOUR, "out_stopped")
                  .status(SendStatus.SCHEDULED)
                  .waits("inbox_paused")
                  .due(at(9))
                  .insert(tx);
              return send(ONE, "out_tried").insert(tx);
            });
    assertEquals(new SendQueue(4, 2, 1), read(tx -> tx.sends().queue()));

    change(tx -> tx.sends().update(tried.change().attempts(1).nextAttemptAt(at(5)).at(at(2))));
    assertEquals(new SendQueue(3, 3, 1), read(tx -> tx.sends().queue()));
    List<String> leased = claim(at(1), 1);
    assertEquals(1, leased.size());
    assertEquals(new SendQueue(3, 3, 1), read(tx -> tx.sends().queue()));
    change(
        tx ->
            tx.sends()
                .update(
                    tried
                        .change()
                        .attempts(2)
                        .status(SendStatus.SENT)
                        .nextAttemptAt(null)
                        .at(at(3))));
    assertEquals(new SendQueue(3, 2, 1), read(tx -> tx.sends().queue()));
  }

  @Test
  default void a_rolled_back_claim_leases_nothing() {
    StoreFixtures.world(store());
    change(tx -> send(ONE, "out_1").due(at(0)).insert(tx));
    Failure.during(this, tx -> tx.sends().claimDue(at(1), LEASE, 10));

    assertEquals(List.of("out_1"), claim(at(1), 10));
  }

  @Test
  default void many_claimers_never_get_the_same_send() {
    StoreFixtures.world(store());
    int sends = 200;
    change(
        tx -> {
          for (int i = 0; i < sends; i++) {
            send(INBOXES.get(i % 4), "out_%03d".formatted(i)).due(at(i % 7)).insert(tx);
          }
        });
    Set<String> all = ConcurrentHashMap.newKeySet();
    long deadline = System.nanoTime() + Race.DEADLINE.toNanos();

    List<List<String>> claimed =
        Race.run(
            i -> {
              List<String> mine = new ArrayList<>();
              while (all.size() < sends && System.nanoTime() < deadline) {
                List<String> some = claim(at(10), 5);
                mine.addAll(some);
                all.addAll(some);
              }
              return mine;
            });

    List<String> together = claimed.stream().flatMap(List::stream).sorted().toList();
    assertEquals(IntStream.range(0, sends).mapToObj("out_%03d"::formatted).toList(), together);
  }

  @Test
  default void after_the_leases_end_every_send_is_claimed_once_more() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 20; i++) {
            send(ONE, "out_%02d".formatted(i)).due(at(0)).insert(tx);
          }
        });
    assertEquals(20, claim(at(0), 50).size());
    Instant later = at(0).plus(LEASE);
    long deadline = System.nanoTime() + Race.DEADLINE.toNanos();
    Set<String> all = ConcurrentHashMap.newKeySet();

    List<List<String>> claimed =
        Race.run(
            i -> {
              List<String> mine = new ArrayList<>();
              while (all.size() < 20 && System.nanoTime() < deadline) {
                List<String> some = claim(later, 3);
                mine.addAll(some);
                all.addAll(some);
              }
              return mine;
            });

    assertEquals(20, claimed.stream().mapToInt(List::size).sum());
    assertEquals(20, new TreeSet<>(all).size());
    assertTrue(claim(later, 50).isEmpty());
  }

  @Test
  default void what_waits_for_a_reason_is_made_due_where_it_ended() {
    StoreFixtures.world(store());
    change(
        tx -> {
          send(ONE, "out_one").due(at(60)).waits("org_suspended").insert(tx);
          send(TWO, "out_two").due(at(60)).waits("org_suspended").insert(tx);
          send(FOUR, "out_four").due(at(60)).waits("org_suspended").insert(tx);
          send(ONE, "out_other").due(at(60)).waits("inbox_paused").insert(tx);
          send(ONE, "out_later").due(at(60)).insert(tx);
        });

    assertEquals(1, makeDue(ONE, "org_suspended", 10));
    assertEquals(List.of("out_one"), claim(at(10), 10));
    assertEquals(1, makeDue(ORG_A, "org_suspended", 10));
    assertEquals(List.of("out_two"), claim(at(10), 10));
    assertEquals(1, makeDue(null, "org_suspended", 10));
    assertEquals(List.of("out_four"), claim(at(10), 10));
    assertEquals(1, makeDue(null, "inbox_paused", 10));
    assertEquals(List.of("out_other"), claim(at(10), 10));
    assertEquals(List.of(), claim(at(59), 10));
  }

  @Test
  default void waiting_sends_are_made_due_in_bounded_steps_and_once() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 5; i++) {
            send(ONE, "out_" + i).due(at(60)).waits("inbox_paused").insert(tx);
          }
        });

    assertEquals(3, makeDue(ORG_A, "inbox_paused", 3));
    assertEquals(2, makeDue(ORG_A, "inbox_paused", 3));
    assertEquals(0, makeDue(ORG_A, "inbox_paused", 3));
    assertEquals(5, claim(at(10), 10).size());
  }

  @Test
  default void a_send_that_waits_no_longer_is_not_made_due() {
    StoreFixtures.world(store());
    Send send = write(tx -> send(ONE, "out_1").due(at(60)).waits("inbox_paused").insert(tx));
    change(tx -> tx.sends().update(send.change().deferred(null).at(at(2))));
    assertEquals(0, makeDue(ONE, "inbox_paused", 10));
    change(tx -> tx.sends().update(send.change().deferred("thread_locked").at(at(3))));
    assertEquals(0, makeDue(ONE, "inbox_paused", 10));
    assertEquals(1, makeDue(ONE, "thread_locked", 10));
  }

  private int makeDue(@Nullable Scope where, String reason, int limit) {
    return write(tx -> tx.sends().makeDue(where, reason, at(10), limit));
  }

  private List<String> claim(Instant now, int limit) {
    return write(tx -> tx.sends().claimDue(now, LEASE, limit)).stream().map(Send::id).toList();
  }
}
