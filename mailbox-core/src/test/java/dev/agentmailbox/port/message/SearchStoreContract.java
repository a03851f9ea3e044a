package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.INBOXES;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.page.Page;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.page.PageRequest;
import dev.agentmailbox.port.Failure;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.message.SearchStore.Entry;
import dev.agentmailbox.port.message.SearchStore.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The promises of {@link SearchStore}. */
public interface SearchStoreContract extends StoreContract {
  /** Some six hundred words that begin alike. */
  List<String> WORDS =
      IntStream.range(0, 600)
          .mapToObj(i -> "w" + (char) ('a' + i % 26) + Integer.toString(i * 37, 36))
          .toList();

  private void index(Scope inbox, String messageId, long second, String... words) {
    Entry entry = new Entry(inbox.id(), messageId, "thr_of_" + messageId, at(second));
    change(tx -> tx.search().index(inbox, entry, Set.of(words)));
  }

  private List<String> find(Scope scope, String... prefixes) {
    return read(tx -> tx.search().find(scope, Query.of(prefixes), ALL)).items().stream()
        .map(Entry::messageId)
        .toList();
  }

  /** What a list of a store gives: one item more than asked for when there are more. */
  private List<Entry> walked(Scope scope, Query query, PageRequest page) {
    List<Entry> found = new ArrayList<>();
    @Nullable PagePosition position = page.after();
    do {
      PageRequest part = new PageRequest(page.limit(), position, page.ascending());
      Page<Entry> some = read(tx -> tx.search().find(scope, query, part));
      found.addAll(some.items());
      position = some.next();
    } while (found.size() <= page.limit() && position != null);
    return found.subList(0, Math.min(found.size(), page.limit() + 1));
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
        read(tx -> tx.search().find(ONE, Query.of("invoices"), ALL)).items());
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
  default void half_a_letter_is_never_kept_of_a_long_word() {
    StoreFixtures.world(store());
    String adlam = Character.toString(0x1e922);
    String word = "1" + adlam.repeat(20);
    String kept = SearchStore.cut(word);
    assertEquals("1" + adlam.repeat(15), kept);
    index(ONE, "msg_1", 1, kept);

    assertEquals(List.of("msg_1"), find(ONE, word));
    assertEquals(List.of("msg_1"), find(ONE, "1" + adlam));
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
        page -> walked(ORG_A, Query.of("word"), page),
        Entry::position);
    PageWalk.assertOrder(
        IntStream.range(0, 12)
            .filter(i -> i % 2 == 0 && i % 3 < 2)
            .mapToObj("msg_%02d"::formatted)
            .toList(),
        page -> walked(POD_P, Query.of("x", "w"), page),
        Entry::position);
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

  private List<String> naming(Scope scope, int limit, String name) {
    Map<String, List<Entry>> found =
        read(tx -> tx.search().naming(scope, List.of(name, "@nobody"), limit));
    assertEquals(Set.of(), minus(found.keySet(), name));
    return found.getOrDefault(name, List.of()).stream().map(Entry::messageId).toList();
  }

  private static Set<String> minus(Set<String> names, String name) {
    Set<String> others = new HashSet<>(names);
    others.remove(name);
    return others;
  }

  @Test
  default void a_name_is_found_as_a_whole_and_newest_first() {
    StoreFixtures.world(store());
    index(ONE, "msg_1", 1, "word", "@name", "@other");
    index(ONE, "msg_2", 2, "@name", "@named");
    index(ONE, "msg_3", 3, "name", "word");

    assertEquals(List.of("msg_2", "msg_1"), naming(ONE, 5, "@name"));
    assertEquals(List.of("msg_2"), naming(ONE, 1, "@name"));
    assertEquals(List.of("msg_1"), naming(ONE, 5, "@other"));
    assertEquals(List.of(), naming(ONE, 5, "@nam"));
    assertEquals(
        Map.of("@other", List.of(new Entry(ONE.id(), "msg_1", "thr_of_msg_1", at(1)))),
        read(tx -> tx.search().naming(ORG_A, List.of("@other"), 5)));
    assertEquals(Map.of(), read(tx -> tx.search().naming(ONE, List.of(), 5)));
    assertEquals(List.of("msg_3", "msg_1"), find(ONE, "word"));
  }

  @Test
  default void many_names_are_looked_for_at_once() {
    StoreFixtures.world(store());
    List<String> names = IntStream.range(0, 90).mapToObj(i -> "@name" + i).toList();
    index(ONE, "msg_1", 1, names.toArray(new String[0]));
    index(TWO, "msg_2", 2, "@name7", "@name89");

    assertEquals(Set.copyOf(names), read(tx -> tx.search().naming(ORG_A, names, 3)).keySet());
    assertEquals(List.of("msg_1", "msg_2"), naming(ORG_A, 3, "@name89").stream().sorted().toList());
    assertEquals(
        Map.of("@name7", 1, "@name89", 1),
        read(tx -> tx.search().naming(TWO, names, 3)).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, named -> named.getValue().size())));
  }

  @Test
  default void a_name_stays_inside_its_scope_and_goes_with_its_message() {
    StoreFixtures.world(store());
    INBOXES.forEach(inbox -> index(inbox, "msg_" + inbox.id(), 1, "@name"));

    assertSeenLikeInboxOne(s -> naming(s, 9, "@name").contains("msg_" + ONE.id()));
    assertEquals(3, naming(ORG_A, 9, "@name").size());
    assertEquals(2, naming(POD_P, 9, "@name").size());
    assertEquals(1, naming(FOUR, 9, "@name").size());
    change(tx -> tx.search().remove(ONE, List.of("msg_" + ONE.id(), "msg_missing")));
    assertEquals(List.of(), naming(ONE, 9, "@name"));
    assertEquals(2, naming(ORG_A, 9, "@name").size());
  }

  @Test
  default void a_search_keeps_to_a_time() {
    StoreFixtures.world(store());
    for (int i = 0; i < 6; i++) {
      index(ONE, "msg_" + i, i, "word");
    }

    Query query = new Query(List.of("word"), at(2), at(4));
    assertEquals(
        List.of("msg_3", "msg_2"),
        read(tx -> tx.search().find(ONE, query, ALL)).items().stream()
            .map(Entry::messageId)
            .toList());
    PageWalk.assertOrder(
        List.of("msg_2", "msg_3"), page -> walked(ONE, query, page), Entry::position);
  }

  /**
   * Whatever a store does with older messages, a search finds what it found before: several
   * thousand messages of three inboxes, rare and common words, late comers and removals before,
   * between and after the steps of tidying up.
   */
  @Test
  default void tidying_up_changes_no_search() {
    StoreFixtures.world(store());
    Random random = new Random(7);
    Map<Entry, Set<String>> kept = new HashMap<>();
    for (int batch = 0; batch < 32; batch++) {
      int first = batch * 100;
      change(
          tx -> {
            for (int i = first; i < first + 100; i++) {
              indexAny(tx, random, kept, i, i / 2);
            }
          });
    }
    for (int step = 0; step < 8; step++) {
      tidy(2_000 + step * 100);
      assertFinds(kept);
      boolean adds = step % 2 == 0;
      int number = 10_000 + step;
      change(
          tx -> {
            if (adds) {
              indexAny(tx, random, kept, number, random.nextInt(1_600));
            } else {
              Entry gone = List.copyOf(kept.keySet()).get(random.nextInt(kept.size()));
              tx.search().remove(scopeOf(gone), List.of(gone.messageId()));
              kept.remove(gone);
            }
          });
      assertFinds(kept);
    }
  }

  @Test
  default void what_is_gone_is_gone_after_tidying_up_too() {
    StoreFixtures.world(store());
    change(
        tx -> {
          for (int i = 0; i < 1_000; i++) {
            Entry entry = new Entry(ONE.id(), "msg_" + i, "thr", at(0));
            tx.search().index(ONE, entry, Set.of("word"));
          }
        });
    tidy(100);
    tidy(200);
    change(
        tx ->
            tx.search().remove(ONE, IntStream.range(0, 1_000).mapToObj(i -> "msg_" + i).toList()));
    tidy(300);
    assertEquals(List.of(), find(ORG_A, "word"));

    index(ONE, "msg_late", 0, "word");
    assertEquals(List.of("msg_late"), find(ORG_A, "word"));
    tidy(400);
    assertEquals(List.of("msg_late"), find(ORG_A, "word"));
  }

  private void tidy(long second) {
    while (store().tidy(at(second)) > 0) {
      // As often as there is something to do.
    }
  }

  private static void indexAny(
      StoreTransaction tx, Random random, Map<Entry, Set<String>> kept, int number, long second) {
    Scope inbox = INBOXES.get(random.nextInt(3));
    Set<String> words = new HashSet<>(Set.of("all", "half" + number % 2, "größe" + number % 7));
    for (int i = 0; i < 8; i++) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    if (number % 1_111 == 0 || number >= 10_000) {
      words.add("rare" + number);
    }
    Entry entry = new Entry(inbox.id(), "msg_%05d".formatted(number), "thr", at(second));
    tx.search().index(inbox, entry, words);
    kept.put(entry, words);
  }

  private static Scope scopeOf(Entry entry) {
    return INBOXES.stream().filter(i -> i.id().equals(entry.inboxId())).findFirst().orElseThrow();
  }

  private void assertFinds(Map<Entry, Set<String>> kept) {
    List<Query> queries =
        List.of(
            Query.of("rare"),
            Query.of("rare1111"),
            Query.of("rare100", "all"),
            Query.of("nowhere"),
            Query.of("größe3", "half1", "wb"),
            Query.of("w", "waa", "all"),
            new Query(List.of("rare"), at(300), at(1_200)),
            new Query(List.of("größe", "half0", "wabc"), at(900), null));
    for (Query query : queries) {
      for (Scope scope : List.of(ORG_A, POD_P, ONE)) {
        assertFinds(kept, query, scope);
      }
    }
  }

  private void assertFinds(Map<Entry, Set<String>> kept, Query query, Scope scope) {
    List<Entry> expected =
        kept.entrySet().stream()
            .filter(message -> inside(scope, scopeOf(message.getKey())))
            .filter(message -> query.covers(message.getKey().createdAt()))
            .filter(message -> matches(query, message.getValue()))
            .map(Map.Entry::getKey)
            .sorted(Comparator.comparing(Entry::createdAt).thenComparing(Entry::messageId))
            .toList();
    assertEquals(expected, all(scope, query, true), query + " oldest first in " + scope);
    List<Entry> newestFirst = new ArrayList<>(expected);
    Collections.reverse(newestFirst);
    assertEquals(newestFirst, all(scope, query, false), query + " newest first in " + scope);
  }

  private static boolean matches(Query query, Set<String> words) {
    return query.prefixes().stream().allMatch(prefix -> has(words, prefix));
  }

  private static boolean has(Set<String> words, String prefix) {
    return words.stream().anyMatch(word -> word.startsWith(prefix));
  }

  private static boolean inside(Scope scope, Scope inbox) {
    return scope.contains(inbox.organizationId(), inbox.podId(), inbox.inboxId());
  }

  private List<Entry> all(Scope scope, Query query, boolean ascending) {
    List<Entry> found = new ArrayList<>();
    @Nullable PagePosition position = null;
    do {
      PageRequest page = new PageRequest(37, position, ascending);
      Page<Entry> some = read(tx -> tx.search().find(scope, query, page));
      found.addAll(some.items());
      position = some.next();
    } while (position != null);
    return found;
  }
}
