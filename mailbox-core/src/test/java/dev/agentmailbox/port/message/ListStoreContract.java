package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.ORG_A;
import static dev.agentmailbox.port.StoreFixtures.ORG_B;
import static dev.agentmailbox.port.StoreFixtures.POD_P;
import static dev.agentmailbox.port.StoreFixtures.POD_Q;
import static dev.agentmailbox.port.StoreFixtures.THREE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static dev.agentmailbox.port.StoreFixtures.listEntry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.list.ListEntry;
import dev.agentmailbox.list.ListEntry.Direction;
import dev.agentmailbox.page.PagePosition;
import dev.agentmailbox.port.PageWalk;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreTransaction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link ListStore}. */
public interface ListStoreContract extends StoreContract {
  @Test
  default void an_entry_is_found_as_it_was_written_at_its_own_level_only() {
    for (Scope level : List.of(ORG_A, POD_P, ONE)) {
      ListEntry written =
          new ListEntry(
              "user@example.com",
              Direction.REPLY,
              ListEntry.Type.BLOCK,
              level,
              "Wegen ä",
              true,
              at(1));
      assertFalse(holds(tx -> find(tx, level).isPresent()));
      assertTrue(attempt(tx -> tx.lists().insert(written)));
      assertEquals(Optional.of(written), read(tx -> find(tx, level)));
    }
    for (Scope other : List.of(POD_Q, TWO, THREE, ORG_B, FOUR)) {
      assertFalse(holds(tx -> find(tx, other).isPresent()));
    }
  }

  private static Optional<ListEntry> find(StoreTransaction tx, Scope level) {
    return tx.lists().find(level, Direction.REPLY, ListEntry.Type.BLOCK, "user@example.com");
  }

  @Test
  default void lists_of_other_directions_and_types_are_other_lists() {
    ListEntry entry = listEntry(ONE, Direction.SEND, ListEntry.Type.ALLOW, "example.com");
    change(tx -> tx.lists().insert(entry));

    for (Direction direction : Direction.values()) {
      for (ListEntry.Type type : ListEntry.Type.values()) {
        boolean same = direction == Direction.SEND && type == ListEntry.Type.ALLOW;
        assertEquals(
            same, holds(tx -> tx.lists().find(ONE, direction, type, "example.com").isPresent()));
        assertEquals(same ? 1 : 0, read(tx -> tx.lists().list(ONE, direction, type, ALL)).size());
      }
    }
    assertTrue(
        attempt(
            tx ->
                tx.lists()
                    .insert(listEntry(ONE, Direction.SEND, ListEntry.Type.BLOCK, "example.com"))));
  }

  @Test
  default void a_level_has_an_entry_once() {
    ListEntry first =
        new ListEntry(
            "example.com", Direction.SEND, ListEntry.Type.BLOCK, POD_P, "first", true, at(1));
    change(tx -> tx.lists().insert(first));

    assertFalse(
        attempt(
            tx ->
                tx.lists()
                    .insert(
                        listEntry(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "example.com"))));
    assertEquals(
        Optional.of(first),
        read(tx -> tx.lists().find(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "example.com")));
  }

  @Test
  default void of_many_inserts_of_one_entry_exactly_one_wins() {
    List<Boolean> made =
        Race.run(
            i ->
                attempt(
                    tx ->
                        tx.lists()
                            .insert(
                                listEntry(ONE, Direction.SEND, ListEntry.Type.BLOCK, "x.test"))));

    assertEquals(1, Race.wins(made));
  }

  @Test
  default void an_entry_is_deleted_once_and_at_its_level_only() {
    change(
        tx -> {
          tx.lists().insert(listEntry(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
          tx.lists().insert(listEntry(ONE, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
        });

    assertFalse(
        attempt(tx -> tx.lists().delete(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "x.test")));
    assertFalse(
        attempt(tx -> tx.lists().delete(ORG_A, Direction.SEND, ListEntry.Type.ALLOW, "x.test")));
    assertTrue(
        attempt(tx -> tx.lists().delete(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "x.test")));
    assertFalse(
        attempt(tx -> tx.lists().delete(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "x.test")));
    assertTrue(
        holds(
            tx ->
                tx.lists().find(ONE, Direction.SEND, ListEntry.Type.BLOCK, "x.test").isPresent()));
  }

  @Test
  default void pages_do_not_lose_entries_of_one_time() {
    change(
        tx -> {
          for (int i = 0; i < 9; i++) {
            tx.lists()
                .insert(
                    new ListEntry(
                        "e" + i + ".test",
                        Direction.SEND,
                        ListEntry.Type.ALLOW,
                        POD_P,
                        null,
                        false,
                        at(i / 4)));
            tx.lists()
                .insert(listEntry(ORG_A, Direction.SEND, ListEntry.Type.ALLOW, "o" + i + ".test"));
          }
        });

    PageWalk.assertOrder(
        IntStream.range(0, 9).mapToObj(i -> "e" + i + ".test").toList(),
        page -> read(tx -> tx.lists().list(POD_P, Direction.SEND, ListEntry.Type.ALLOW, page)),
        entry -> new PagePosition(entry.createdAt(), entry.entry()));
  }

  @Test
  default void a_match_looks_at_the_three_levels_of_the_inbox() {
    change(
        tx -> {
          tx.lists().insert(listEntry(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "user@x.test"));
          tx.lists().insert(listEntry(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
          tx.lists().insert(listEntry(ONE, Direction.SEND, ListEntry.Type.ALLOW, ".test"));
          tx.lists().insert(listEntry(ONE, Direction.SEND, ListEntry.Type.BLOCK, "unasked.test"));
          tx.lists().insert(listEntry(ONE, Direction.REPLY, ListEntry.Type.BLOCK, "x.test"));
          tx.lists().insert(listEntry(TWO, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
          tx.lists().insert(listEntry(POD_Q, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
          tx.lists().insert(listEntry(ORG_B, Direction.SEND, ListEntry.Type.BLOCK, "x.test"));
        });

    ListStore.Matches matches = match(ONE, "user@x.test", "x.test", ".test", "x.test");
    assertEquals(
        Set.of(
            listEntry(ORG_A, Direction.SEND, ListEntry.Type.BLOCK, "user@x.test"),
            listEntry(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "x.test"),
            listEntry(ONE, Direction.SEND, ListEntry.Type.ALLOW, ".test")),
        matches.found().stream().collect(Collectors.toSet()));
    assertEquals(3, matches.found().size());
    assertEquals(List.of(ONE), matches.allowLevels());
  }

  @Test
  default void an_entry_says_whether_a_key_made_it() {
    ListEntry byKey =
        new ListEntry(
            "a.test", Direction.SEND, ListEntry.Type.ALLOW, ONE, null, false, true, at(1));
    change(tx -> tx.lists().insert(byKey));
    assertEquals(List.of(byKey), match(ONE, "a.test").found());
    change(
        tx -> {
          tx.lists().delete(ONE, Direction.SEND, ListEntry.Type.ALLOW, "a.test");
          tx.lists().insert(byKey.asHumans());
        });
    assertEquals(List.of(byKey.asHumans()), match(ONE, "a.test").found());
  }

  @Test
  default void levels_with_an_allow_entry_are_told_narrowest_first_though_none_matches() {
    assertEquals(List.of(), match(ONE, "x.test").allowLevels());
    change(
        tx -> {
          tx.lists().insert(listEntry(ORG_A, Direction.SEND, ListEntry.Type.ALLOW, "a.test"));
          tx.lists().insert(listEntry(POD_P, Direction.SEND, ListEntry.Type.BLOCK, "a.test"));
          tx.lists().insert(listEntry(ONE, Direction.SEND, ListEntry.Type.ALLOW, "a.test"));
          tx.lists().insert(listEntry(ONE, Direction.REPLY, ListEntry.Type.ALLOW, "a.test"));
        });
    assertEquals(List.of(ONE, ORG_A), match(ONE, "x.test").allowLevels());
    assertEquals(List.of(ORG_A), match(TWO, "x.test").allowLevels());
    assertEquals(List.of(), match(FOUR, "x.test").allowLevels());

    change(
        tx -> tx.lists().insert(listEntry(POD_P, Direction.SEND, ListEntry.Type.ALLOW, "b.test")));
    assertEquals(List.of(ONE, POD_P, ORG_A), match(ONE, "x.test").allowLevels());
    change(tx -> tx.lists().delete(ONE, Direction.SEND, ListEntry.Type.ALLOW, "a.test"));
    assertEquals(List.of(POD_P, ORG_A), match(ONE, "x.test").allowLevels());
  }

  @Test
  default void a_match_of_nothing_finds_nothing() {
    change(tx -> tx.lists().insert(listEntry(ONE, Direction.SEND, ListEntry.Type.BLOCK, "a.test")));

    assertEquals(List.of(), match(ONE).found());
    assertEquals(List.of(), match(ONE, "b.test").found());
  }

  private ListStore.Matches match(Scope inbox, String... entries) {
    return read(tx -> tx.lists().match(inbox, Direction.SEND, List.of(entries)));
  }
}
