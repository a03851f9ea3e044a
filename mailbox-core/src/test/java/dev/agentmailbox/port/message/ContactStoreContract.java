package dev.agentmailbox.port.message;

import static dev.agentmailbox.port.StoreFixtures.FOUR;
import static dev.agentmailbox.port.StoreFixtures.ONE;
import static dev.agentmailbox.port.StoreFixtures.TWO;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.access.Scope;
import dev.agentmailbox.message.Direction;
import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import dev.agentmailbox.port.StoreFixtures;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link ContactStore}. */
public interface ContactStoreContract extends StoreContract {
  private void note(Direction direction, long second, String... addresses) {
    change(tx -> tx.contacts().note(ONE, direction, List.of(addresses), at(second)));
  }

  /** In either direction. */
  private Set<String> known(Scope inbox, String... addresses) {
    Set<String> known = new HashSet<>();
    for (Direction direction : Direction.values()) {
      known.addAll(read(tx -> tx.contacts().known(inbox, direction, List.of(addresses))));
    }
    return known;
  }

  private Set<String> known(Direction direction, String... addresses) {
    return read(tx -> tx.contacts().known(ONE, direction, List.of(addresses)));
  }

  @Test
  default void contacts_are_known_to_their_inbox_only() {
    StoreFixtures.world(store());
    note(Direction.OUTBOUND, 1, "a@x.test", "b@x.test");
    note(Direction.OUTBOUND, 2, "b@x.test", "b@x.test", "c@x.test");
    note(Direction.OUTBOUND, 3);
    String[] asked = {"a@x.test", "b@x.test", "c@x.test", "d@x.test"};

    assertEquals(Set.of("a@x.test", "b@x.test", "c@x.test"), known(ONE, asked));
    assertEquals(Set.of(), known(TWO, asked));
    assertEquals(Set.of(), known(FOUR, asked));
    assertEquals(Set.of(), known(ONE));
  }

  @Test
  default void each_direction_is_noted_by_itself() {
    StoreFixtures.world(store());
    note(Direction.INBOUND, 1, "in@x.test", "both@x.test");
    note(Direction.OUTBOUND, 2, "out@x.test", "both@x.test");
    String[] asked = {"in@x.test", "out@x.test", "both@x.test", ">out@x.test"};

    assertEquals(Set.of("in@x.test", "both@x.test"), known(Direction.INBOUND, asked));
    assertEquals(Set.of("out@x.test", "both@x.test"), known(Direction.OUTBOUND, asked));
    assertEquals(Set.of("in@x.test", "out@x.test", "both@x.test"), known(ONE, asked));
  }

  @Test
  default void a_long_address_is_found_as_it_was_noted() {
    StoreFixtures.world(store());
    String address = "a".repeat(300) + "@x.test";
    note(Direction.INBOUND, 1, address);

    assertEquals(Set.of(address), known(ONE, address));
    assertEquals(Set.of(), known(Direction.OUTBOUND, address));
  }

  @Test
  default void contacts_noted_at_once_are_all_noted() {
    StoreFixtures.world(store());
    Race.run(
        i -> {
          Direction direction = i % 2 == 0 ? Direction.INBOUND : Direction.OUTBOUND;
          note(direction, i, "shared@x.test", "own" + i + "@x.test");
          return true;
        });

    String[] asked =
        IntStream.range(0, Race.THREADS)
            .mapToObj(i -> "own" + i + "@x.test")
            .toArray(String[]::new);
    assertEquals(Set.of(asked), known(ONE, asked));
    assertEquals(1, known(Direction.INBOUND, "shared@x.test").size());
    assertEquals(1, known(Direction.OUTBOUND, "shared@x.test").size());
  }

  @Test
  default void a_forgotten_contact_is_not_known_in_any_direction() {
    StoreFixtures.world(store());
    note(Direction.INBOUND, 1, "a@x.test", "b@x.test");
    note(Direction.OUTBOUND, 2, "a@x.test");
    change(tx -> tx.contacts().forget(TWO, "a@x.test"));
    assertEquals(Set.of("a@x.test", "b@x.test"), known(ONE, "a@x.test", "b@x.test"));
    change(tx -> tx.contacts().forget(ONE, "a@x.test"));
    assertEquals(Set.of("b@x.test"), known(ONE, "a@x.test", "b@x.test"));
  }
}
