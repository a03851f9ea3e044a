package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.ThreadFixture.thread;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.ThreadFixture;
import dev.agentmailbox.port.message.ThreadStore.KnownReference;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link ThreadStore} but its lists; {@link ThreadRangeContract} has those. */
public interface ThreadStoreContract extends StoreContract {
  @Test
  default void a_thread_is_found_as_it_was_written_and_as_it_was_changed() {
    StoreFixtures.world(store());
    MailThread first = ThreadFixture.empty(ONE, "thr_1").build();
    change(tx -> tx.threads().insert(first));
    assertEquals(Optional.of(first), read(tx -> tx.threads().find(ONE, "thr_1")));

    MailThread changed = ThreadFixture.full(ONE, "thr_1").build();
    change(tx -> update(tx, changed));
    assertEquals(Optional.of(changed), read(tx -> tx.threads().find(ONE, "thr_1")));
    assertEquals(Optional.of(changed), write(tx -> tx.threads().lock(ONE, "thr_1")));
  }

  /** Locks a thread and changes it. */
  static void update(StoreTransaction tx, MailThread changed) {
    tx.threads().update(tx.threads().lock(changed.scope(), changed.id()).orElseThrow(), changed);
  }

  @Test
  default void a_thread_is_seen_from_its_own_scopes_only() {
    StoreFixtures.world(store());
    change(tx -> thread(ONE, "thr_1").insert(tx));

    assertSeenLikeInboxOne(s -> holds(tx -> tx.threads().find(s, "thr_1").isPresent()));
    assertSeenLikeInboxOne(s -> attempt(tx -> tx.threads().lock(s, "thr_1").isPresent()));
    assertFalse(holds(tx -> tx.threads().find(ORG_A, "thr_missing").isPresent()));
  }

  @Test
  default void a_locked_thread_does_not_change_until_the_transaction_ends() {
    StoreFixtures.world(store());
    change(tx -> thread(ONE, "thr_1").preview("0").insert(tx));

    Race.run(
        i -> {
          for (int n = 0; n < 20; n++) {
            change(
                tx -> {
                  MailThread locked = tx.threads().lock(ONE, "thr_1").orElseThrow();
                  int next = Integer.parseInt(String.valueOf(locked.content().preview())) + 1;
                  tx.threads()
                      .update(locked, thread(ONE, "thr_1").preview(String.valueOf(next)).build());
                });
          }
          return true;
        });

    assertEquals(
        Optional.of(String.valueOf(Race.THREADS * 20)),
        read(tx -> tx.threads().find(ONE, "thr_1")).map(thread -> thread.content().preview()));
  }

  @Test
  default void a_deleted_thread_is_gone_with_the_ids_that_lead_to_it() {
    StoreFixtures.world(store());
    change(
        tx -> {
          thread(ONE, "thr_1").insert(tx);
          thread(ONE, "thr_2").insert(tx);
          tx.threads().register(ONE, "<one@x.test>", "thr_1", false);
          tx.threads().register(ONE, "<two@x.test>", "thr_2", false);
        });
    change(tx -> tx.threads().delete(TWO, "thr_1"));
    assertEquals(2, known("<one@x.test>", "<two@x.test>").size());
    change(tx -> tx.threads().delete(ONE, "thr_1"));

    assertEquals(Optional.empty(), read(tx -> tx.threads().find(ONE, "thr_1")));
    assertEquals(
        Set.of(new KnownReference("<two@x.test>", "thr_2", false)),
        known("<one@x.test>", "<two@x.test>"));
    change(tx -> tx.threads().register(ONE, "<one@x.test>", "thr_2", true));
    assertEquals(Set.of(new KnownReference("<one@x.test>", "thr_2", true)), known("<one@x.test>"));
  }

  @Test
  default void the_first_note_of_a_message_id_stays() {
    StoreFixtures.world(store());
    change(tx -> tx.threads().register(ONE, "<id@x.test>", "thr_1", true));
    change(tx -> tx.threads().register(ONE, "<id@x.test>", "thr_2", false));
    change(tx -> tx.threads().register(TWO, "<id@x.test>", "thr_3", false));

    assertEquals(
        Set.of(new KnownReference("<id@x.test>", "thr_1", true)),
        known("<id@x.test>", "<unknown@x.test>"));
    assertEquals(
        List.of(new KnownReference("<id@x.test>", "thr_3", false)),
        read(tx -> tx.threads().known(TWO, List.of("<id@x.test>"))));
    assertEquals(List.of(), read(tx -> tx.threads().known(FOUR, List.of("<id@x.test>"))));
    assertEquals(List.of(), read(tx -> tx.threads().known(ONE, List.of())));
  }

  @Test
  default void message_ids_noted_at_once_belong_to_one_thread() {
    StoreFixtures.world(store());
    Race.run(
        i -> {
          change(tx -> tx.threads().register(ONE, "<id@x.test>", "thr_" + i, false));
          return true;
        });

    assertEquals(1, known("<id@x.test>").size());
  }

  @Test
  default void long_message_ids_that_end_differently_are_different() {
    StoreFixtures.world(store());
    String head = "<" + "x".repeat(900);
    change(
        tx -> {
          tx.threads().register(ONE, head + "1@x.test>", "thr_1", false);
          tx.threads().register(ONE, head + "2@x.test>", "thr_2", false);
        });

    assertEquals(
        Set.of(new KnownReference(head + "2@x.test>", "thr_2", false)), known(head + "2@x.test>"));
  }

  @Test
  default void threads_with_a_subject_come_newest_first() {
    StoreFixtures.world(store());
    change(
        tx -> {
          IntStream.range(0, 5)
              .forEach(i -> thread(ONE, "thr_" + i).baseSubject("plan").at(at(i / 2)).insert(tx));
          thread(ONE, "thr_x").baseSubject("plan b").at(at(9)).insert(tx);
          thread(TWO, "thr_y").baseSubject("plan").at(at(9)).insert(tx);
        });

    assertEquals(List.of("thr_4", "thr_3", "thr_2", "thr_1", "thr_0"), withSubject("plan", 0, 10));
    assertEquals(List.of("thr_4", "thr_3"), withSubject("plan", 0, 2));
    assertEquals(List.of("thr_4", "thr_3", "thr_2"), withSubject("plan", 1, 10));
    assertEquals(List.of(), withSubject("other", 0, 10));
  }

  @Test
  default void a_thread_is_found_by_its_changed_subject_and_time() {
    StoreFixtures.world(store());
    change(tx -> thread(ONE, "thr_1").baseSubject("old").at(at(1)).insert(tx));
    change(tx -> update(tx, thread(ONE, "thr_1").baseSubject("new").at(at(5)).build()));

    assertEquals(List.of(), withSubject("old", 0, 10));
    assertEquals(List.of("thr_1"), withSubject("new", 5, 10));
  }

  @Test
  default void a_very_long_subject_is_compared_whole() {
    StoreFixtures.world(store());
    String head = "s".repeat(990);
    change(tx -> thread(ONE, "thr_1").baseSubject(head + "1").insert(tx));

    assertEquals(List.of("thr_1"), withSubject(head + "1", 0, 10));
    assertEquals(List.of(), withSubject(head + "2", 0, 10));
    assertEquals(1, read(tx -> tx.threads().find(POD_P, "thr_1")).stream().count());
  }

  private Set<KnownReference> known(String... ids) {
    return Set.copyOf(read(tx -> tx.threads().known(ONE, List.of(ids))));
  }

  private List<String> withSubject(String subject, long sinceSecond, int limit) {
    return read(tx -> tx.threads().withSubject(ONE, subject, at(sinceSecond), limit)).stream()
        .map(MailThread::id)
        .toList();
  }
}
