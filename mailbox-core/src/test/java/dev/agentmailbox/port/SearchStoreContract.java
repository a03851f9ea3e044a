package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.SearchStore.Entry;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link SearchStore}. */
public interface SearchStoreContract extends StoreContract {
  private void index(Scope inbox, String messageId, long second, String... words) {
    Entry entry = new Entry(inbox.id(), messageId, "thr_of_" + messageId, at(second));
    change(tx -> tx.search().index(inbox, entry, Set.of(words)));
  }

  private List<String> find(Scope scope, String... prefixes) {
    return read(tx -> tx.search().find(scope, List.of(prefixes), ALL)).stream()
        .map(Entry::messageId)
        .toList();
  }

  @Test
  default void a_prefix_finds_the_words_that_start_with_it() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "invoice", "paid");
    index(ONE, "msg_2", 2, "invoices");
    index(ONE, "msg_3", 3, "voice", "invitation");

    assertEquals(List.of("msg_2", "msg_1"), find(ONE, "invoice"));
    assertEquals(List.of("msg_3", "msg_2", "msg_1"), find(ONE, "inv"));
    assertEquals(List.of("msg_2"), find(ONE, "invoices"));
    assertEquals(List.of("msg_3"), find(ONE, "voice"));
    assertEquals(List.of(), find(ONE, "nvoice"));
    assertEquals(
        List.of(new Entry(ONE.id(), "msg_2", "thr_of_msg_2", at(2))),
        read(tx -> tx.search().find(ONE, List.of("invoices"), ALL)));
  }

  @Test
  default void every_prefix_must_be_found_in_the_same_message() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "alpha", "beta", "gamma");
    index(ONE, "msg_2", 2, "alpha", "gamma");
    index(ONE, "msg_3", 3, "beta");

    assertEquals(List.of("msg_2", "msg_1"), find(ONE, "alp", "gam"));
    assertEquals(List.of("msg_1"), find(ONE, "alp", "b", "g"));
    assertEquals(List.of("msg_1"), find(ONE, "a", "al", "alp", "alph", "alpha", "be", "g"));
    assertEquals(List.of(), find(ONE, "alpha", "delta"));
  }

  @Test
  default void signs_with_a_meaning_in_patterns_have_none_here() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "100%", "a_b", "c\\d", "o'brien", "größe", "東京駅");
    index(ONE, "msg_2", 2, "100x", "axb", "cxd");

    assertEquals(List.of("msg_1"), find(ONE, "100%"));
    assertEquals(List.of("msg_1"), find(ONE, "a_"));
    assertEquals(List.of("msg_1"), find(ONE, "c\\"));
    assertEquals(List.of("msg_1"), find(ONE, "o'b"));
    assertEquals(List.of("msg_1"), find(ONE, "größ"));
    assertEquals(List.of("msg_1"), find(ONE, "東京"));
    assertEquals(List.of(), find(ONE, "%"));
    assertEquals(List.of(), find(ONE, "_"));
  }

  @Test
  default void words_and_prefixes_count_up_to_their_longest_part() {
    StoreFixtures.world(store());
    String longest = "x".repeat(SearchStore.MAX_WORD_CHARACTERS);
    index(ONE, "msg_1", 1, longest);

    assertEquals(List.of("msg_1"), find(ONE, longest));
    assertEquals(List.of("msg_1"), find(ONE, longest + "yyy"));
  }

  @Test
  default void a_search_stays_inside_its_scope() {
    StoreFixtures.world(store());
    INBOXES.forEach(inbox -> index(inbox, "msg_" + inbox.id(), 1, "word"));

    assertSeenLikeInboxOne(s -> find(s, "word").contains("msg_" + ONE.id()));
    assertEquals(3, find(ORG_A, "word").size());
    assertEquals(Set.of("msg_" + ONE.id(), "msg_" + TWO.id()), Set.copyOf(find(POD_P, "word")));
    assertEquals(List.of("msg_" + FOUR.id()), find(FOUR, "word"));
  }

  @Test
  default void pages_do_not_lose_messages_of_one_time() {
    StoreFixtures.world(store());
    for (int i = 0; i < 12; i++) {
      index(INBOXES.get(i % 3), "msg_%02d".formatted(i), i / 4, "word" + i, i % 2 == 0 ? "x" : "y");
    }

    PageWalk.assertOrder(
        IntStream.range(0, 12).mapToObj("msg_%02d"::formatted).toList(),
        page -> read(tx -> tx.search().find(ORG_A, List.of("word"), page)),
        entry -> new PagePosition(entry.createdAt(), entry.messageId()));
    PageWalk.assertOrder(
        IntStream.range(0, 12)
            .filter(i -> i % 2 == 0 && i % 3 < 2)
            .mapToObj("msg_%02d"::formatted)
            .toList(),
        page -> read(tx -> tx.search().find(POD_P, List.of("x", "w"), page)),
        entry -> new PagePosition(entry.createdAt(), entry.messageId()));
  }

  @Test
  default void removed_messages_are_not_found() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "word", "only");
    index(ONE, "msg_2", 2, "word");
    index(TWO, "msg_3", 3, "word");
    change(tx -> tx.search().remove(ONE, List.of("msg_1", "msg_3", "msg_missing")));
    change(tx -> tx.search().remove(ONE, List.of()));

    assertEquals(List.of("msg_3", "msg_2"), find(ORG_A, "word"));
    assertEquals(List.of(), find(ORG_A, "only"));
    index(ONE, "msg_1", 1, "again");
    assertEquals(List.of("msg_1"), find(ORG_A, "again"));
  }

  @Test
  default void a_message_without_words_is_no_error() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1);

    assertEquals(List.of(), find(ONE, "word"));
    change(tx -> tx.search().remove(ONE, List.of("msg_1")));
  }

  @Test
  default void a_rolled_back_message_is_not_found_and_a_rolled_back_removal_is() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "word");
    Failure.during(
        this,
        tx -> {
          tx.search().remove(ONE, List.of("msg_1"));
          tx.search().index(ONE, new Entry(ONE.id(), "msg_2", "thr_2", at(2)), Set.of("word"));
        });

    assertEquals(List.of("msg_1"), find(ONE, "word"));
  }
}
