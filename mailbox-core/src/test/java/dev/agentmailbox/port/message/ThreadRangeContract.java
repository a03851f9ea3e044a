package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.ThreadFixture.thread;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.MailThread;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.message.ThreadStore.ThreadRange;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link ThreadStore#range}. */
public interface ThreadRangeContract extends StoreContract {
  /** Threads of the sample; three at a time have the same time. */
  int SAMPLE = 32;

  List<Scope> SCOPES = List.of(ORG_A, ORG_B, POD_P, POD_Q, ONE);

  List<Integer> EVERYTHING = Hidden.visibleBits(EnumSet.allOf(Hidden.class));

  /** Threads go round the four inboxes of the world; labels and times follow the number. */
  private void sample() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < SAMPLE; i++) {
            thread(inbox(i), id(i)).labels(labels(i)).at(at(i / 3)).insert(tx);
          }
        });
  }

  private static Scope inbox(int i) {
    return INBOXES.get(i % INBOXES.size());
  }

  private static String id(int i) {
    return "thr_%03d".formatted(i);
  }

  private static String[] labels(int i) {
    String mine = i % 3 == 0 ? "mine" : "other";
    return isTrash(i) ? new String[] {mine, Label.TRASH} : new String[] {mine};
  }

  private static boolean isTrash(int i) {
    return i % 5 == 0;
  }

  @Test
  default void a_list_at_any_level_holds_what_is_not_hidden() {
    sample();
    assertRange(range(List.of(0), null), i -> !isTrash(i));
    assertRange(range(List.of(Hidden.TRASH.bit()), null), ThreadRangeContract::isTrash);
    assertRange(range(EVERYTHING, null), i -> true);
  }

  @Test
  default void a_label_narrows_the_list_at_any_level() {
    sample();
    assertRange(range(List.of(0), "mine"), i -> i % 3 == 0 && !isTrash(i));
    assertRange(range(EVERYTHING, "mine"), i -> i % 3 == 0);
    assertRange(range(EVERYTHING, "unknown"), i -> false);
  }

  @Test
  default void times_narrow_the_list_from_included_to_excluded() {
    sample();
    assertRange(new ThreadRange(EVERYTHING, null, at(2), null), i -> i / 3 >= 2);
    assertRange(new ThreadRange(EVERYTHING, null, null, at(7)), i -> i / 3 < 7);
    assertRange(new ThreadRange(EVERYTHING, null, at(2), at(7)), i -> i / 3 >= 2 && i / 3 < 7);
    assertRange(
        new ThreadRange(EVERYTHING, "mine", at(2), at(7)),
        i -> i % 3 == 0 && i / 3 >= 2 && i / 3 < 7);
  }

  @Test
  default void a_changed_thread_moves_to_its_new_place_in_every_list() {
    sample();
    int last = 36;
    change(
        tx -> {
          MailThread missing = thread(inbox(4), id(last)).build();
          tx.threads().update(missing, missing);
          tx.threads().delete(inbox(4), id(4));
          thread(inbox(4), id(last)).labels("other").at(at(1)).insert(tx);
          ThreadStoreContract.update(
              tx, thread(inbox(4), id(last)).labels("mine").at(at(last / 3)).build());
        });

    PageWalk.assertOrder(
        IntStream.of(0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, last)
            .filter(i -> !isTrash(i) && POD_P.contains("org_a", pod(i), inbox(i).id()))
            .mapToObj(ThreadRangeContract::id)
            .toList(),
        page -> read(tx -> tx.threads().range(POD_P, range(List.of(0), "mine"), page)),
        thread -> new PagePosition(thread.lastAt(), thread.id()));
  }

  private static String pod(int i) {
    return inbox(i).pod().orElseThrow();
  }

  private static ThreadRange range(List<Integer> bits, @Nullable String label) {
    return new ThreadRange(bits, label, null, null);
  }

  private void assertRange(ThreadRange range, IntPredicate belongs) {
    for (Scope scope : SCOPES) {
      PageWalk.assertOrder(
          IntStream.range(0, SAMPLE)
              .filter(belongs)
              .filter(i -> scope.contains(inbox(i).organizationId(), pod(i), inbox(i).id()))
              .mapToObj(ThreadRangeContract::id)
              .toList(),
          page -> read(tx -> tx.threads().range(scope, range, page)),
          thread -> new PagePosition(thread.lastAt(), thread.id()));
    }
  }
}
