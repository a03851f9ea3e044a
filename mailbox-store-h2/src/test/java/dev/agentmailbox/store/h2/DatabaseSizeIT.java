package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.Message;
import dev.agentmailbox.port.StoreFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How large the database file is. */
class DatabaseSizeIT {
  private static final long MEGABYTE = 1024 * 1024;

  /** So little that the file grows by a state for every few writes. */
  private static final long JOURNAL_BYTES = 4_000;

  private static final long TOO_LARGE = 12 * MEGABYTE;
  private static final int MESSAGES = 200;

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("mailbox.mv.db");
  }

  private H2Store open() {
    return H2Store.open(directory, Clock.systemUTC(), UnaryOperator.identity(), JOURNAL_BYTES);
  }

  private static void relabel(H2Store store, String id, String label) {
    store.write(
        tx -> {
          Message message = tx.messages().find(ONE, id).orElseThrow();
          tx.messages().updateLabels(message.withLabels(Set.of(label), message.updatedAt()));
          return true;
        });
  }

  @Test
  void an_ordered_stop_gives_back_what_old_states_took() throws IOException {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
      for (int i = 0; i < MESSAGES; i++) {
        Deliveries.deliver(store, "msg_" + i);
      }
      // The same few rows, so that nearly all of the file is old states on any machine.
      for (int i = 0; Files.size(file()) < TOO_LARGE; i++) {
        relabel(store, "msg_" + i % MESSAGES, "round" + i);
      }
    }
    assertTrue(Files.size(file()) < TOO_LARGE / 2, Files.size(file()) + " bytes");
    try (H2Store store = open()) {
      for (int i = 0; i < MESSAGES; i++) {
        String id = "msg_" + i;
        assertTrue(store.read(tx -> tx.messages().find(ONE, id)).isPresent(), id);
      }
      Deliveries.deliver(store, "msg_after");
    }
  }

  @Test
  void a_copy_that_a_kill_left_behind_is_deleted() throws IOException {
    open().close();
    Path left = Path.of(file() + ".tempFile");
    Files.write(left, new byte[100]);
    open().close();
    assertFalse(Files.exists(left));
  }
}
