package dev.agentmailbox.store.h2.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That H2 runs on a simulated disk and keeps there what it forced. */
class H2OnSimulatedDiskTest {
  private static final String OPTIONS = ";DB_CLOSE_ON_EXIT=FALSE;WRITE_DELAY=0";

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void an_engine_keeps_what_it_forced(CutMode mode) throws IOException {
    SimulatedDisk disk = new SimulatedDisk(1);
    MVStore store = engine(file(disk));
    store.openMap("map").put("key", "value");
    store.commit();
    store.sync();
    SimulatedDiskTest.force(disk.root());
    SimulatedDisk after = disk.cut(mode);
    store.closeImmediately();

    try (MVStore again = engine(file(after))) {
      assertEquals("value", again.openMap("map").get("key"));
    }
  }

  @Test
  void an_engine_without_power_fails() {
    SimulatedDisk disk = new SimulatedDisk(1);
    MVStore store = engine(file(disk));
    store.openMap("map").put("key", "value");
    disk.cut(CutMode.ALL);

    assertThrows(MVStoreException.class, store::commit);
    store.closeImmediately();
  }

  @ParameterizedTest
  @EnumSource(CutMode.class)
  void a_database_keeps_what_it_forced(CutMode mode) throws SQLException, IOException {
    SimulatedDisk disk = new SimulatedDisk(2);
    SimulatedDisk after;
    try (Connection connection = connect(disk);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE item (id INT PRIMARY KEY, text VARCHAR)");
      statement.execute("INSERT INTO item SELECT x, REPEAT('text', 100) FROM SYSTEM_RANGE(1, 999)");
      statement.execute("CHECKPOINT SYNC");
      SimulatedDiskTest.force(disk.root());
      after = disk.cut(mode);
      statement.execute("SHUTDOWN IMMEDIATELY");
    }
    try (Connection connection = connect(after);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM item")) {
      assertTrue(rows.next());
      assertEquals(999, rows.getInt(1));
    }
  }

  @Test
  void a_closed_database_opens_again_and_leaves_one_file() throws SQLException, IOException {
    SimulatedDisk disk = new SimulatedDisk(3);
    try (Connection connection = connect(disk);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE item (id INT PRIMARY KEY)");
    }
    try (Connection connection = connect(disk);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO item VALUES (1)");
    }
    try (Stream<Path> files = Files.list(disk.root())) {
      assertEquals(List.of(file(disk)), files.toList());
    }
  }

  private static Path file(SimulatedDisk disk) {
    return disk.root().resolve("mailbox.mv.db");
  }

  private static MVStore engine(Path file) {
    return new MVStore.Builder().fileName(file.toUri().toString()).autoCommitDisabled().open();
  }

  private static Connection connect(SimulatedDisk disk) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:h2:" + disk.root().resolve("mailbox").toUri() + OPTIONS, "sa", "");
  }
}
