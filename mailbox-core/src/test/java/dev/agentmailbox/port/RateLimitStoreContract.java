package dev.agentmailbox.port;

import static dev.agentmailbox.port.StoreFixtures.START;
import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The promises of {@link RateLimitStore}. */
public interface RateLimitStoreContract extends StoreContract {
  @Test
  default void moments_are_kept_in_order_until_they_expire() {
    assertEquals(List.of(), lock("name", 0));
    change(
        tx -> {
          tx.rateLimits().lock("name", START);
          tx.rateLimits().put("name", List.of(at(1), at(2)), at(10));
        });
    assertEquals(List.of(at(1), at(2)), lock("name", 9));
    assertEquals(List.of(), lock("other", 9));
    assertEquals(List.of(), lock("name", 10));
    change(
        tx -> {
          tx.rateLimits().lock("name", at(10));
          tx.rateLimits().put("name", List.of(at(10)), at(20));
        });
    assertEquals(List.of(at(10)), lock("name", 11));
    removeMoments(9);
    assertEquals(List.of(at(10)), lock("name", 11));
    removeMoments(20);
    assertEquals(List.of(), lock("name", 11));
  }

  @Test
  default void moments_noted_at_once_are_all_there() {
    Race.run(
        i -> {
          change(
              tx -> {
                List<Instant> before = tx.rateLimits().lock("name", START);
                tx.rateLimits()
                    .put("name", Stream.concat(before.stream(), Stream.of(at(i))).toList(), at(99));
              });
          return true;
        });

    assertEquals(Race.THREADS, lock("name", 0).size());
  }

  private void removeMoments(long second) {
    change(tx -> tx.rateLimits().removeExpired(at(second), 10));
  }

  private List<Instant> lock(String name, long second) {
    return write(tx -> tx.rateLimits().lock(name, at(second)));
  }
}
