package dev.agentmailbox.service.request;

import static dev.agentmailbox.port.StoreFixtures.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.port.Race;
import dev.agentmailbox.port.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promises of {@link RateLimits} on every store. */
public interface RateLimitsContract extends StoreContract {
  @Test
  default void moments_are_kept_until_they_expire() {
    SlidingWindow two = new SlidingWindow(2, Duration.ofSeconds(10));
    for (int second = 1; second <= 2; second++) {
      note("name", second, two);
    }
    assertEquals(Duration.ofSeconds(9), wait("name", 2, two));
    assertEquals(Duration.ZERO, wait("other", 2, two));
    assertEquals(Duration.ofSeconds(1), wait("name", 10, two));
    assertEquals(Duration.ZERO, wait("name", 12, two));
  }

  @Test
  default void moments_noted_at_once_are_all_there() {
    SlidingWindow all = new SlidingWindow(Race.THREADS, Duration.ofMinutes(1));
    Race.run(
        i -> {
          note("name", 0, all);
          return true;
        });

    assertEquals(Duration.ofMinutes(1), wait("name", 0, all));
    SlidingWindow more = new SlidingWindow(Race.THREADS + 1, Duration.ofMinutes(1));
    assertEquals(Duration.ZERO, wait("name", 0, more));
  }

  private void note(String name, int second, SlidingWindow limit) {
    change(tx -> new RateLimits(tx, at(second), name).note(name, limit));
  }

  private Duration wait(String name, int second, SlidingWindow limit) {
    return write(tx -> new RateLimits(tx, at(second), name).wait(name, limit));
  }
}
