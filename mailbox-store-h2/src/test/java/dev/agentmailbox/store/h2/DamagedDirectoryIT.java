package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start says of a data directory that lost something after a kill. */
class DamagedDirectoryIT {
  private static final int MESSAGES = 5;
  private static final int BLOCK_BYTES = 4_096;
  private static final String LONG_TABLE =
      "CREATE TABLE unforced AS SELECT x, SPACE(1000) AS text FROM SYSTEM_RANGE(1, 100)";

  @TempDir Path directory;
  private Path killed;

  /** The directory of a store that was killed after it acknowledged some messages. */
  @BeforeEach
  void kill() throws IOException {
    Path data = directory.resolve("data");
    killed = directory.resolve("killed");
    try (H2Store store = open(data)) {
      StoreFixtures.world(store);
      for (int i = 0; i < MESSAGES; i++) {
        Deliveries.deliver(store, "msg_" + i);
      }
      copy(data, killed);
    }
  }

  private static H2Store open(Path data) {
    return H2Store.open(data, Clock.systemUTC());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.sorted().toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  private void assertRefused(String words) {
    StoreException refused = assertThrows(StoreException.class, () -> open(killed).close());
    assertTrue(String.valueOf(refused.getMessage()).contains(words), refused.getMessage());
  }

  private void assertWhole() {
    try (H2Store store = open(killed)) {
      for (int i = 0; i < MESSAGES; i++) {
        String id = "msg_" + i;
        assertTrue(store.read(tx -> tx.messages().find(ONE, id)).isPresent(), id);
      }
    }
  }

  private Path database() {
    return killed.resolve("mailbox.mv.db");
  }

  @Test
  void a_killed_store_starts_with_everything() {
    assertWhole();
  }

  @Test
  void the_newest_file_of_the_journal_is_missed() throws IOException {
    Path journal = killed.resolve("journal");
    try (Stream<Path> all = Files.list(journal)) {
      List<Path> segments =
          all.filter(path -> path.toString().endsWith(".journal")).sorted().toList();
      Files.delete(segments.get(segments.size() - 1));
    }
    assertRefused("is missing");
  }

  /** H2 would take the last of it that has both ends for its newest state, holes or not. */
  @Test
  void what_the_database_wrote_after_it_was_forced_is_cut_off() throws Exception {
    int forced = Math.toIntExact(Files.size(database()));
    H2Database later = H2Database.openJournaled(killed, new DiskSpace(killed));
    try (Statement statement = later.own().createStatement()) {
      statement.execute(LONG_TABLE);
    }
    later.store();
    later.abandon();
    byte[] holes = Files.readAllBytes(database());
    Arrays.fill(holes, forced + BLOCK_BYTES, holes.length - BLOCK_BYTES, (byte) 0);
    Files.write(database(), holes);
    assertWhole();
  }

  @Test
  void a_database_that_is_shorter_than_it_was_stops_the_start() throws IOException {
    byte[] whole = Files.readAllBytes(database());
    Files.write(database(), Arrays.copyOf(whole, whole.length - 4_096));
    assertRefused("is damaged: it has");
  }

  @Test
  void the_database_of_another_store_stops_the_start() throws IOException {
    Path other = directory.resolve("other");
    open(other).close();
    Files.copy(
        other.resolve("mailbox.mv.db"),
        database(),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertRefused("is not the one that its journal belongs to");
  }

  @Test
  void a_database_that_is_gone_is_not_made_anew() throws IOException {
    Files.delete(database());
    assertRefused("is missing, but its journal exists");
  }

  @Test
  void a_note_that_cannot_be_read_stops_no_start() throws IOException {
    Path note = killed.resolve("journal").resolve("checkpoint");
    byte[] bytes = Files.readAllBytes(note);
    bytes[bytes.length / 2]++;
    Files.write(note, bytes);
    assertWhole();
  }

  @Test
  void a_start_on_a_full_disk_says_so() throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Path data = disk.root().resolve("data");
    open(data).close();
    long used =
        Files.getFileStore(disk.root()).getTotalSpace()
            - Files.getFileStore(disk.root()).getUsableSpace();
    disk.capacity(used);
    StoreException refused = assertThrows(StoreException.class, () -> open(data).close());
    assertEquals("the disk of the data directory " + data + " is full", refused.getMessage());
    disk.capacity(Long.MAX_VALUE);
    open(data).close();
  }
}
