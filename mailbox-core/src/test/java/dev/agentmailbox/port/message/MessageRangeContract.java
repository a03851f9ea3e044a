package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.MessageFixture.message;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Hidden;
import dev.agentmailbox.message.Label;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.message.MessageStore.MessageRange;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link MessageStore#range}. */
public interface MessageRangeContract extends StoreContract {
  /** Messages of the sample; three at a time are stored in the same millisecond. */
  int SAMPLE = 24;

  /** Each has its labels, thread and time by its number, so that every filter is a sum to do. */
  private void sample() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < SAMPLE; i++) {
            message(ONE, id(i)).labels(labels(i)).thread("thr_" + i % 2).at(time(i)).insert(tx);
            message(TWO, "other_" + id(i)).labels(labels(i)).at(time(i)).insert(tx);
          }
        });
  }

  private static String id(int i) {
    return "msg_%03d".formatted(i);
  }

  private static Instant time(int i) {
    return at(i / 3);
  }

  private static String[] labels(int i) {
    String mine = i % 4 == 0 ? "mine" : "other";
    String hidden = hidden(i);
    return hidden.isEmpty()
        ? new String[] {Label.RECEIVED, mine}
        : new String[] {Label.RECEIVED, mine, hidden};
  }

  private static String hidden(int i) {
    return i % 6 == 0 ? Label.SPAM : i % 6 == 1 ? Label.TRASH : i % 6 == 2 ? Label.BLOCKED : "";
  }

  private static boolean isVisible(int i) {
    return hidden(i).isEmpty();
  }

  @Test
  default void a_list_holds_what_is_not_hidden() {
    sample();
    assertRange(range(List.of(0), null, null), MessageRangeContract::isVisible);
  }

  @Test
  default void included_kinds_of_hidden_messages_are_merged_in_order() {
    sample();
    List<Integer> spamToo = Hidden.visibleBits(EnumSet.of(Hidden.SPAM));
    assertRange(range(spamToo, null, null), i -> isVisible(i) || hidden(i).equals(Label.SPAM));
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));
    assertRange(range(everything, null, null), i -> true);
    assertRange(range(List.of(Hidden.TRASH.bit()), null, null), i -> hidden(i).equals(Label.TRASH));
  }

  @Test
  default void a_label_narrows_the_list() {
    sample();
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));
    assertRange(range(List.of(0), "mine", null), i -> i % 4 == 0 && isVisible(i));
    assertRange(range(everything, "mine", null), i -> i % 4 == 0);
    assertRange(range(everything, Label.SPAM, null), i -> hidden(i).equals(Label.SPAM));
    assertRange(range(everything, "unknown", null), i -> false);
  }

  @Test
  default void a_thread_narrows_the_list() {
    sample();
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));
    assertRange(range(List.of(0), null, "thr_1"), i -> i % 2 == 1 && isVisible(i));
    assertRange(range(everything, null, "thr_0"), i -> i % 2 == 0);
    assertRange(range(everything, null, "thr_missing"), i -> false);
  }

  @Test
  default void a_label_and_a_thread_narrow_together() {
    sample();
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));
    assertRange(range(everything, "mine", "thr_0"), i -> i % 4 == 0);
    assertRange(range(everything, "mine", "thr_1"), i -> false);
  }

  @Test
  default void times_narrow_the_list_from_included_to_excluded() {
    sample();
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));
    assertRange(new MessageRange(everything, null, null, at(3), null), i -> i / 3 >= 3);
    assertRange(new MessageRange(everything, null, null, null, at(3)), i -> i / 3 < 3);
    assertRange(
        new MessageRange(everything, null, null, at(2), at(5)), i -> i / 3 >= 2 && i / 3 < 5);
    assertRange(new MessageRange(everything, null, null, at(3), at(3)), i -> false);
    assertRange(
        new MessageRange(everything, "mine", null, at(2), at(5)),
        i -> i % 4 == 0 && i / 3 >= 2 && i / 3 < 5);
    assertRange(
        new MessageRange(everything, null, "thr_1", at(2), at(5)),
        i -> i % 2 == 1 && i / 3 >= 2 && i / 3 < 5);
  }

  @Test
  default void a_position_outside_the_times_asked_for_is_no_error() {
    sample();
    MessageRange range = new MessageRange(List.of(0), null, null, at(2), at(4));
    List<String> whole = ids(range, ALL);
    PagePosition early = new PagePosition(at(0), id(0));
    PagePosition late = new PagePosition(at(100), id(900));

    assertEquals(whole, ids(range, new PageRequest(200, late, false)));
    assertEquals(List.of(), ids(range, new PageRequest(200, early, false)));
    assertEquals(List.of(), ids(range, new PageRequest(200, late, true)));
    assertEquals(whole.size(), ids(range, new PageRequest(200, early, true)).size());
  }

  @Test
  default void a_page_starts_after_its_position_though_that_message_is_gone() {
    sample();
    change(tx -> tx.messages().delete(ONE, List.of(id(10))));
    List<Integer> everything = Hidden.visibleBits(EnumSet.allOf(Hidden.class));

    PageRequest page = new PageRequest(2, new PagePosition(time(10), id(10)), false);
    assertEquals(List.of(id(9), id(8), id(7)), ids(range(everything, null, null), page));
  }

  @Test
  default void changed_labels_move_a_message_between_lists() {
    sample();
    Message message = read(tx -> tx.messages().find(ONE, id(3))).orElseThrow();
    change(tx -> tx.messages().updateLabels(message.withLabels(Set.of("new", "trash"), at(99))));

    assertRange(range(List.of(0), null, null), i -> isVisible(i) && i != 3);
    assertRange(range(List.of(0), "other", null), i -> isVisible(i) && i % 4 != 0 && i != 3);
    assertRange(range(List.of(Hidden.TRASH.bit()), "new", null), i -> i == 3);
    assertRange(
        range(List.of(Hidden.TRASH.bit()), null, null),
        i -> hidden(i).equals(Label.TRASH) || i == 3);
    assertRange(
        range(List.of(Hidden.TRASH.bit()), null, "thr_1"),
        i -> i % 2 == 1 && (hidden(i).equals(Label.TRASH) || i == 3));
  }

  @Test
  default void a_reader_sees_both_messages_of_a_transaction_or_none() {
    StoreFixtures.world(store());
    int pairs = 90;

    Race.run(
        2,
        racer -> {
          for (int i = 0; i < pairs; i++) {
            int number = i;
            if (racer == 0) {
              change(
                  tx -> {
                    message(ONE, id(2 * number)).at(at(number)).insert(tx);
                    message(ONE, id(2 * number + 1)).at(at(number)).insert(tx);
                  });
            } else {
              int seen = ids(range(List.of(0), null, null), ALL).size();
              assertTrue(seen % 2 == 0, "half a transaction was seen");
            }
          }
          return true;
        });
  }

  private static MessageRange range(
      List<Integer> bits, @Nullable String label, @Nullable String threadId) {
    return new MessageRange(bits, label, threadId, null, null);
  }

  private List<String> ids(MessageRange range, PageRequest page) {
    return read(tx -> tx.messages().range(ONE, range, page)).stream().map(Message::id).toList();
  }

  private void assertRange(MessageRange range, IntPredicate belongs) {
    PageWalk.assertOrder(
        IntStream.range(0, SAMPLE).filter(belongs).mapToObj(MessageRangeContract::id).toList(),
        page -> read(tx -> tx.messages().range(ONE, range, page)),
        message -> new PagePosition(message.createdAt(), message.id()));
  }
}
