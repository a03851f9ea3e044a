package dev.agentmailbox.id;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.Race;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdFactoryTest {
  private final SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
  private final IdFactory ids = new IdFactory(clock);

  @Test
  void an_id_has_the_prefix_and_shape_of_its_kind() {
    for (IdPrefix kind : IdPrefix.values()) {
      String id = ids.next(kind);
      assertTrue(id.startsWith(kind.text() + "_"), id);
      assertEquals(kind.text().length() + 17, id.length());
      assertTrue(kind.matches(id), id);
    }
  }

  @Test
  void ids_of_one_millisecond_sort_in_the_order_they_were_made() {
    assertSorted(makeMany(10_000));
  }

  @Test
  void ids_sort_by_age() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      made.add(ids.next(IdPrefix.MESSAGE));
      clock.advance(Duration.ofMillis(i % 3));
    }
    assertSorted(made);
  }

  @Test
  void ids_keep_their_order_when_the_clock_is_set_back() {
    List<String> made = new ArrayList<>(makeMany(10));
    clock.advance(Duration.ofHours(-1));
    made.addAll(makeMany(10));
    assertSorted(made);
  }

  @Test
  void ids_begin_with_the_time() {
    String first = ids.next(IdPrefix.EVENT);
    String second = ids.next(IdPrefix.EVENT);
    assertEquals(first.substring(0, 13), second.substring(0, 13), "the same millisecond");
    clock.advance(Duration.ofMillis(1));
    assertNotEquals(first.substring(0, 13), ids.next(IdPrefix.EVENT).substring(0, 13));
  }

  @Test
  void ids_made_at_once_are_all_different() {
    Set<String> all = new HashSet<>();
    Race.run(racer -> makeMany(1_000)).forEach(all::addAll);
    assertEquals(Race.THREADS * 1_000, all.size());
  }

  @Test
  void two_factories_do_not_make_the_same_ids() {
    IdFactory other = new IdFactory(clock);
    Set<String> all = new HashSet<>(makeMany(1_000));
    for (int i = 0; i < 1_000; i++) {
      all.add(other.next(IdPrefix.MESSAGE));
    }
    assertEquals(2_000, all.size());
  }

  @Test
  void a_token_is_26_characters_and_never_the_same() {
    Set<String> tokens = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      String token = ids.token();
      assertTrue(token.matches("[0-9a-hjkmnp-tv-z]{26}"), token);
      tokens.add(token);
    }
    assertEquals(1_000, tokens.size());
  }

  private List<String> makeMany(int count) {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(ids.next(IdPrefix.MESSAGE));
    }
    return made;
  }

  private static void assertSorted(List<String> made) {
    for (int i = 1; i < made.size(); i++) {
      assertTrue(made.get(i - 1).compareTo(made.get(i)) < 0, made.get(i - 1) + " " + made.get(i));
    }
  }
}
