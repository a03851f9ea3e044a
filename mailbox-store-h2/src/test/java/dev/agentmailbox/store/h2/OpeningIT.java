package dev.agentmailbox.store.h2;

import static dev.agentmailbox.port.StoreFixtures.ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreFixtures;
import dev.agentmailbox.store.h2.disk.CutMode;
import dev.agentmailbox.store.h2.disk.SimulatedDisk;
import dev.agentmailbox.store.jdbc.transfer.file.FileHash;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Opening a data directory: again, twice, damaged. */
@Isolated("looks at the threads of the process")
class OpeningIT {
  private static final long PATIENCE_MILLIS = 10_000;

  @TempDir Path directory;

  private H2Store open() {
    return H2Store.open(directory.resolve("data"), SettableClock.at(StoreFixtures.START));
  }

  @Test
  void what_was_written_is_there_after_closing_and_opening() {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
    }
    try (H2Store store = open()) {
      assertTrue(store.read(tx -> tx.messages().find(ONE, "msg_1")).isPresent());
      assertEquals(1, store.read(tx -> tx.events().bounds("org_a")).newest());
      Deliveries.deliver(store, "msg_2");
      assertEquals(2, store.read(tx -> tx.events().after("org_a", 0, 10)).size());
    }
  }

  @Test
  void a_second_start_on_one_directory_says_so_in_one_line() {
    try (H2Store first = open()) {
      StoreException refused = assertThrows(StoreException.class, this::openElsewhere);
      assertEquals(
          "the data directory " + directory.resolve("data") + " is in use by another process",
          refused.getMessage());
      StoreFixtures.world(first);
    }
  }

  @Test
  void a_database_that_another_program_changed_stops_the_start_until_a_person_decides()
      throws Exception {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
    }
    Path data = directory.resolve("data");
    Path copy = directory.resolve("copy");
    copyOf(data, copy);
    H2Store.open(copy, Clock.systemUTC()).close();
    String url = "jdbc:h2:" + data.resolve("mailbox").toAbsolutePath();
    try (Connection other = DriverManager.getConnection(url, "sa", "");
        Statement statement = other.createStatement()) {
      statement.execute("CREATE TABLE notes (words VARCHAR)");
    }
    String words = assertThrows(StoreException.class, this::open).getMessage();
    assertTrue(String.valueOf(words).startsWith("another program changed the database "), words);
    assertEquals(words, assertThrows(StoreException.class, this::open).getMessage());
    Files.delete(data.resolve("journal/closed"));
    open().close();
    open().close();
  }

  private static void copyOf(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.sorted().toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  /** Another class loader stands for another process: it shares no state, only the file lock. */
  private void openElsewhere() throws Exception {
    URL[] classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(OpeningIT::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      loader
          .loadClass(H2Store.class.getName())
          .getMethod("open", Path.class, Clock.class)
          .invoke(null, directory.resolve("data"), Clock.systemUTC());
    } catch (InvocationTargetException e) {
      throw new StoreException(words(Objects.requireNonNull(e.getCause())), null);
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void only_the_owner_can_read_what_is_stored() throws IOException {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
    }
    try (Stream<Path> all = Files.walk(directory.resolve("data"))) {
      for (Path path : all.toList()) {
        String wanted = Files.isDirectory(path) ? "rwx------" : "rw-------";
        assertEquals(
            wanted,
            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)),
            path.toString());
      }
    }
  }

  @Test
  void a_log_that_does_not_end_at_its_counter_stops_the_start() {
    refusesAfter(
        "UPDATE event_head SET last_seq = 7 WHERE org_id = 'org_a'",
        "the event log of org_a does not match its counter");
  }

  @Test
  void a_newer_schema_stops_the_start() {
    refusesAfter(
        "INSERT INTO schema_version VALUES (9999, 'future', 0, 0)",
        "the data was written by a newer version of this program");
  }

  @Test
  void data_from_before_the_first_version_stops_the_start_and_stays_as_it_is() throws IOException {
    String words =
        "the data was created before version 0.1.0 and cannot be opened: start with an empty data"
            + " directory or database";
    refusesAfter("UPDATE schema_version SET checksum = checksum + 1", words);
    Map<Path, FileHash> before = files();
    assertEquals(words, assertThrows(StoreException.class, this::open).getMessage());
    assertEquals(before, files());
  }

  private Map<Path, FileHash> files() throws IOException {
    Map<Path, FileHash> hashes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory.resolve("data"))) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        hashes.put(path, FileHash.of(path));
      }
    }
    return hashes;
  }

  @Test
  void missing_content_of_one_message_stops_no_start() throws IOException {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
      Deliveries.deliver(store, "msg_2");
      store.content().delete(contentKey(store, "msg_1"));
    }
    try (H2Store store = open()) {
      assertTrue(store.content().find(contentKey(store, "msg_1")).isEmpty());
      assertTrue(store.content().find(contentKey(store, "msg_2")).isPresent());
    }
  }

  private static String contentKey(H2Store store, String message) {
    return store.read(tx -> tx.messages().find(ONE, message)).orElseThrow().content().contentKey();
  }

  @Test
  void a_file_that_is_no_database_stops_the_start() throws IOException {
    open().close();
    Path file = directory.resolve("data").resolve("mailbox.mv.db");
    Files.write(file, new byte[(int) Files.size(file)]);
    StoreException refused = assertThrows(StoreException.class, this::open);
    assertTrue(words(refused).contains("cannot be opened"), words(refused));
  }

  private static String words(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private void refusesAfter(String damage, String words) {
    try (H2Store store = open()) {
      StoreFixtures.world(store);
      Deliveries.deliver(store, "msg_1");
      try (Statement statement = store.database().own().createStatement()) {
        statement.execute(damage);
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
    StoreException refused = assertThrows(StoreException.class, this::open);
    assertTrue(words(refused).contains(words), words(refused));
  }

  @Test
  void threads_end_when_the_store_is_closed() throws InterruptedException {
    // Stores whose disk lost its power in other tests were never closed.
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    open().close();
    assertEquals(List.of(), startedSince(before));
  }

  @Test
  void threads_end_when_the_store_does_not_open() throws InterruptedException {
    SimulatedDisk disk = new SimulatedDisk(1);
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    int calls = 0;
    while (!opens(disk, ++calls)) {
      assertEquals(List.of(), startedSince(before), "with a cut at call " + calls);
      disk = disk.cut(CutMode.ALL);
    }
    assertTrue(calls > 10, calls + " calls");
  }

  /** Whether a store opens, and closes, before the power goes. */
  private static boolean opens(SimulatedDisk disk, int calls) {
    disk.cutAt(disk.calls() + calls);
    try {
      H2Store.open(disk.root().resolve("data"), Clock.systemUTC()).close();
    } catch (RuntimeException e) {
      if (!disk.isOff()) {
        throw e;
      }
    }
    return !disk.isOff();
  }

  /** The names of new threads of stores that do not end. */
  private static List<String> startedSince(Set<Thread> before) throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      String name = thread.getName();
      if (!before.contains(thread) && (name.startsWith("h2-") || name.equals("content-sync"))) {
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
          left.add(name);
        }
      }
    }
    return left;
  }
}
