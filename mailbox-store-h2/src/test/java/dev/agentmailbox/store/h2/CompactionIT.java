package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each commit appends all pages it changed, some 100 KB for a message, and without compaction the
 * file kept them all: 8 GB after 56,000 messages.
 */
class CompactionIT {
  private static final int MESSAGES = 1_500;
  private static final long MAX_FILE_BYTES = 40L << 20;
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  @TempDir Path directory;

  @Test
  void the_file_does_not_grow_with_every_commit() throws IOException, SQLException {
    try (H2Store store = H2Store.open(directory, Clock.systemUTC())) {
      store.database().engine().setRetentionTime(0);
      StoreFixtures.world(store);
      for (int i = 0; i < MESSAGES; i++) {
        Deliveries.deliver(store, "msg_" + i);
      }
      Path file = directory.resolve("mailbox.mv.db");
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      while (Files.size(file) > MAX_FILE_BYTES) {
        assertTrue(System.nanoTime() < deadline, Files.size(file) + " bytes");
        Deliveries.deliver(store, "msg_more_" + System.nanoTime());
      }
    }
  }
}
