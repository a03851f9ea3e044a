package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.port.StoreTransaction;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files as a kill would leave them while threads write and checkpoints are made. */
class ReplayIT {
  private static final int THREADS = 3;
  private static final int KILLS = 12;
  private static final int MESSAGES_BETWEEN_KILLS = 60;
  private static final long JOURNAL_BYTES = 100_000;

  @TempDir Path directory;
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean running = true;

  @Test
  void what_a_kill_leaves_behind_has_every_row_that_was_committed() throws Exception {
    Path data = directory.resolve("data");
    try (H2Store store =
        H2Store.open(data, Clock.systemUTC(), UnaryOperator.identity(), JOURNAL_BYTES)) {
      StoreFixtures.world(store);
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Thread writer = new Thread(() -> write(store));
        writer.start();
        writers.add(writer);
      }
      for (int kill = 1; kill <= KILLS; kill++) {
        while (number.get() < kill * MESSAGES_BETWEEN_KILLS && failure.get() == null) {
          Thread.onSpinWait();
        }
        Path copy = directory.resolve("copy" + kill);
        Killed.assertRunAgain(store, data, copy);
        Killed.deleteAll(copy);
      }
      running = false;
      for (Thread writer : writers) {
        writer.join();
      }
      assertTrue(failure.get() == null, () -> "a write failed: " + failure.get());
      Killed.assertRunAgain(store, data, directory.resolve("last"));
    }
  }

  /** Stores, labels and deletes, and gives up some transactions in the middle. */
  private void write(H2Store store) {
    try {
      while (running) {
        String id = "msg_" + number.incrementAndGet();
        Deliveries.deliver(store, id);
        int choice = number.get() % 4;
        if (choice == 0) {
          store.write(tx -> label(tx, id));
        } else if (choice == 1) {
          store.write(tx -> delete(tx, id));
        } else if (choice == 2) {
          giveUp(store, id);
        }
      }
    } catch (RuntimeException e) {
      failure.set(e);
    }
  }

  private static boolean label(StoreTransaction tx, String id) {
    Message message = tx.messages().find(ONE, id).orElseThrow();
    tx.messages().updateLabels(message.withLabels(Set.of("trash"), message.updatedAt()));
    tx.settings().put("newest", id);
    return true;
  }

  private static boolean delete(StoreTransaction tx, String id) {
    tx.messages().delete(ONE, List.of(id));
    return tx.inboxes().addStoredBytes(ONE, -Deliveries.SIZE);
  }

  private static void giveUp(H2Store store, String id) {
    try {
      store.write(
          tx -> {
            delete(tx, id);
            throw new IllegalArgumentException(id);
          });
    } catch (IllegalArgumentException e) {
      assertTrue(id.equals(e.getMessage()));
    }
  }
}
