package dev.agentmailbox.store.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogWatchTest {
  private static final String OURS = "org_ours";
  private static final long LIMIT_SECONDS = 10;
  private static final long QUIET_MILLIS = 50;

  private final Map<String, Long> heads = new ConcurrentHashMap<>(Map.of(OURS, 5L));
  private final Set<String> followed = ConcurrentHashMap.newKeySet();
  private final BlockingQueue<Set<String>> polls = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> grown = new LinkedBlockingQueue<>();

  @AutoClose
  private final LogWatch watch =
      new LogWatch(() -> Set.copyOf(followed), this::heads, grown::add, Duration.ofMillis(1));

  private Map<String, Long> heads(Set<String> organizations) {
    polls.add(organizations);
    Map<String, Long> asked = new ConcurrentHashMap<>(heads);
    asked.keySet().retainAll(organizations);
    return asked;
  }

  @BeforeEach
  void start() {
    watch.start();
  }

  @Test
  void nothing_is_polled_while_nobody_follows_a_log() throws InterruptedException {
    assertNull(polls.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
  }

  @Test
  void a_log_that_is_followed_is_reported_once_and_again_when_it_grows()
      throws InterruptedException {
    followed.add(OURS);
    assertEquals(OURS, grown.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertNull(grown.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
    heads.put(OURS, 6L);
    assertEquals(OURS, grown.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    assertEquals(Set.of(OURS), polls.take());
  }

  @Test
  void what_this_process_appended_is_not_reported() throws InterruptedException {
    followed.add(OURS);
    assertEquals(OURS, grown.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
    watch.note(OURS, 6);
    heads.put(OURS, 6L);
    assertNull(grown.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS));
  }
}
