package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.event.LoggedEvent;
import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.usage.Counter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process that stores messages, again and again on one data directory, and looks whether
 * everything it had acknowledged is there, once and whole. {@code -Dkill.rounds=200} for a night.
 */
@Slow
class KillIT {
  private static final int ROUNDS = Integer.getInteger("kill.rounds", 4);
  private static final int MAX_ACKNOWLEDGED_BEFORE_KILL = 400;
  private static final int PAGE = 500;

  @TempDir Path directory;

  @Test
  void nothing_acknowledged_is_lost_when_the_process_is_killed() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<String> acknowledged = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      acknowledged.addAll(writeAndKill(round, 1 + random.nextInt(MAX_ACKNOWLEDGED_BEFORE_KILL)));
      try (H2Store store = H2Store.open(directory, Clock.systemUTC())) {
        assertWhole(store, acknowledged, "round " + round + ", seed " + seed);
      }
    }
  }

  private List<String> writeAndKill(int round, int lines) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName(),
                directory.toString(),
                String.valueOf(round))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<String> acknowledged = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String first = out.readLine();
      assertEquals("ready", first, () -> "round " + round + " ended with " + exit(process));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        acknowledged.add(line);
        if (acknowledged.size() == lines) {
          // Through the handle, because the process would close the stream with lines left in it.
          process.toHandle().destroyForcibly();
        }
      }
    }
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    // The last line may have been cut in half by the kill.
    return acknowledged.subList(0, Math.max(0, acknowledged.size() - 1));
  }

  private static String exit(Process process) {
    try {
      return process.waitFor(1, TimeUnit.MINUTES) ? "exit " + process.exitValue() : "a hang";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "an interrupt";
    }
  }

  private static void assertWhole(H2Store store, Set<String> acknowledged, String when)
      throws IOException {
    List<LoggedEvent> events = store.read(tx -> log(tx));
    Set<String> told = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      assertEquals(i + 1, events.get(i).sequence(), when + ": numbers are dense");
      assertTrue(told.add(events.get(i).event().messageId()), when + ": told once");
    }
    for (String id : acknowledged) {
      assertTrue(told.contains(id), when + ": " + id + " was acknowledged and is lost");
    }
    int swept = store.content().sweep(key -> store.read(tx -> tx.messages().namesContent(key)));
    assertTrue(swept <= 6, when + ": swept " + swept);
    for (String id : told) {
      Message message = store.read(tx -> tx.messages().find(ONE, id)).orElse(null);
      assertNotNull(message, when + ": " + id + " has an event and no row");
      assertTrue(
          store.content().find(message.content().contentKey()).orElseThrow().size()
              > Deliveries.SIZE,
          when + ": " + id + " is not whole");
      assertTrue(store.read(tx -> tx.messages().body(ONE, id)).isPresent());
    }
    long counted =
        store
            .read(tx -> tx.usage().days("org_a", ONE.id(), Deliveries.DAY, Deliveries.DAY))
            .get(0)
            .get(Counter.RECEIVED);
    assertEquals(told.size(), counted, when + ": counted with the message");
    assertEquals(
        (long) told.size() * Deliveries.SIZE,
        store.read(tx -> tx.inboxes().find(ONE, ONE.id())).orElseThrow().storedBytes());
  }

  private static List<LoggedEvent> log(StoreTransaction tx) {
    List<LoggedEvent> all = new ArrayList<>();
    List<LoggedEvent> page = tx.events().after("org_a", 0, PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = tx.events().after("org_a", page.get(page.size() - 1).sequence(), PAGE);
    }
    return all;
  }
}
