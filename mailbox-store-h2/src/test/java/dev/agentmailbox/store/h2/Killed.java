package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a kill at this moment would leave behind, compared with what was there. */
final class Killed {
  private static final String FILE = "mailbox.mv.db";
  private static final String TABLES =
      """
      SELECT table_name FROM information_schema.tables WHERE table_schema = 'PUBLIC'""";

  private Killed() {}

  /** Fails when the database that is opened on a copy has other rows than this one. */
  static void assertRunAgain(H2Store store, Path directory, Path copy) {
    // Nobody writes to the files while a write is under way.
    Map<String, List<String>> before =
        store.write(
            tx -> {
              copy(directory, copy);
              return rows(store.database());
            });
    try (H2Database opened = H2Database.open(copy, new DiskSpace(copy))) {
      JournalPosition found = JournalPosition.of(opened.own());
      try (Journal journal =
          Journal.open(copy.resolve("journal"), found.history(), new DiskSpace(copy))) {
        Replay.run(
            journal, found.position(), H2Database.forced(copy), opened.own(), (key, bytes) -> {});
      }
      Map<String, List<String>> after = rows(opened);
      before.forEach((table, rows) -> assertEquals(rows, after.get(table), table));
      assertEquals(before.keySet(), after.keySet());
    }
  }

  private static void copy(Path directory, Path copy) {
    try {
      Files.createDirectories(copy);
      Files.copy(directory.resolve(FILE), copy.resolve(FILE));
      while (!copyJournal(directory.resolve("journal"), copy.resolve("journal"))) {
        deleteAll(copy.resolve("journal"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns false when a checkpoint, once its state is written, deleted what is old. */
  private static boolean copyJournal(Path journal, Path copy) throws IOException {
    Files.createDirectories(copy);
    try (Stream<Path> all = Files.list(journal)) {
      for (Path path : all.toList()) {
        Files.copy(path, copy.resolve(path.getFileName()));
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  static void deleteAll(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<String>> rows(H2Database database) {
    Map<String, List<String>> all = new TreeMap<>();
    Connection connection = database.own();
    try (Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names = statement.executeQuery(TABLES)) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      for (String table : tables) {
        all.put(table, rows(statement, table));
      }
      return all;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> rows(Statement statement, String table) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
      int columns = row.getMetaData().getColumnCount();
      while (row.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          line.append(row.getString(i)).append('|');
        }
        rows.add(line.toString());
      }
    }
    rows.sort(null);
    return rows;
  }
}
