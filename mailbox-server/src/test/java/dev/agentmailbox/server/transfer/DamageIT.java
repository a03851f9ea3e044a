package dev.agentmailbox.server.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.server.Main;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.h2.H2Target;
import dev.agentmailbox.store.jdbc.transfer.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Statement;
import java.time.Clock;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Data that was really damaged: what is left comes out, and what is lost is told. */
class DamageIT {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final int ROWS = 300;
  private static final int DAMAGED_ROW = 150;
  private static final int DAMAGED_BYTES = 150;
  private static final int MAX_LOST_ROWS = 60;

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Path data, String... arguments) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of("mailbox.data.dir=" + data));
    CommandLine line =
        new CommandLine(new Main())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    String[] all = Arrays.copyOf(new String[] {"--config", file.toString()}, 2 + arguments.length);
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return line.execute(all);
  }

  private static void overwrite(Path file, long position, int count) throws IOException {
    byte[] garbage = new byte[count];
    Arrays.fill(garbage, (byte) 0xff);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(garbage), position);
    }
  }

  /** Damages every place of a file that has a text; returns how many. */
  private static int damage(Path file, String text) throws IOException {
    String bytes = new String(Files.readAllBytes(file), ISO_8859_1);
    int places = 0;
    for (int at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
      overwrite(file, at - 20L, DAMAGED_BYTES);
      places++;
    }
    return places;
  }

  private static Map<String, String> look(Path data) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(data)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(
            file.toString(),
            Files.getLastModifiedTime(file) + " " + Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  @Test
  void rows_and_raw_messages_that_cannot_be_read_are_left_out_and_told() throws Exception {
    Path data = directory.resolve("data");
    List<String> keys;
    Path missing;
    try (Target target = H2Target.open(data, CLOCK)) {
      AnyRows rows = new AnyRows(target);
      rows.fill(ROWS);
      keys = rows.keys();
    }
    // The second key is of a directory: its file is where it says; it is the large one.
    Path large = data.resolve("content").resolve(keys.get(1) + ".eml");
    String newest = keys.get(keys.size() - 1);
    missing = data.resolve("content").resolve(newest + ".eml");
    try (FileChannel channel = FileChannel.open(large, StandardOpenOption.WRITE)) {
      channel.truncate(1_000);
    }
    Files.delete(missing);
    String marker = AnyRows.marker("message_body", DAMAGED_ROW);
    assertTrue(damage(data.resolve("mailbox.mv.db"), marker) > 0);
    Map<String, String> before = look(data);

    Path export = directory.resolve("export");
    assertEquals(1, run(data, "export", export.toString()), err.toString());
    String told = Files.readString(export.resolve("damage.ndjson"));
    assertTrue(told.contains("table message_body"), told);
    assertTrue(told.contains("has 1000 bytes instead of 300000"), told);
    assertTrue(told.contains(newest) && told.contains("is missing"), told);
    assertTrue(err.toString().contains("cannot be read: table message_body"), err.toString());
    String manifest = Files.readString(export.resolve("manifest.json"));
    assertTrue(manifest.contains("\"damage\" : " + told.lines().count()), manifest);
    Path rows = export.resolve("rows");
    long bodies = Files.readAllLines(rows.resolve("message_body.ndjson"), UTF_8).size();
    assertTrue(bodies < ROWS && bodies >= ROWS - MAX_LOST_ROWS, bodies + " bodies");
    assertEquals(ROWS, Files.readAllLines(rows.resolve("message.ndjson"), UTF_8).size());
    assertEquals(
        keys.size() - 1, Files.readAllLines(export.resolve("content.ndjson"), UTF_8).size());

    assertEquals(1, run(data, "verify"), err.toString());
    assertTrue(err.toString().contains("damaged: table message_body"), err.toString());
    assertEquals(before, look(data), "verify and export only read");
    // The damage of a message keeps no other back.
    H2Store.open(data, CLOCK).close();

    Path saved = directory.resolve("saved");
    assertEquals(1, run(saved, "import", export.toString()), err.toString());
    assertTrue(out.toString().contains("; 0 differences from the manifest"), out.toString());
    H2Store.open(saved, CLOCK).close();
  }

  @Test
  void what_the_journal_has_before_its_damage_is_exported() throws Exception {
    Path data = directory.resolve("data");
    Path killed = directory.resolve("killed");
    try (H2Store store = H2Store.open(data, CLOCK)) {
      for (int i = 0; i < 50; i++) {
        String name = "name-%02d".formatted(i);
        store.write(
            tx -> {
              tx.settings().put(name, "value");
              return true;
            });
      }
      copy(data, killed);
    }
    Path journal;
    try (Stream<Path> files = Files.list(killed.resolve("journal"))) {
      journal =
          files
              .filter(file -> file.toString().endsWith(".journal"))
              .max(Comparator.naturalOrder())
              .orElseThrow();
    }
    assertTrue(damage(journal, "name-30") > 0);
    Map<String, String> before = look(killed);

    Path export = directory.resolve("export");
    assertEquals(1, run(killed, "export", export.toString()), err.toString());
    List<String> settings = Files.readAllLines(export.resolve("rows").resolve("setting.ndjson"));
    assertTrue(
        settings.size() >= 29 && settings.size() < 50, settings.size() + " settings\n" + err);
    assertTrue(err.toString().contains("journal"), err.toString());
    assertEquals(before, look(killed));
    assertThrows(StoreException.class, () -> H2Store.open(killed, CLOCK));
  }

  @Test
  void what_was_lost_once_can_be_exported_and_imported_again() throws Exception {
    Path data = directory.resolve("data");
    try (Target target = H2Target.open(data, CLOCK)) {
      AnyRows rows = new AnyRows(target);
      rows.fill(ROWS);
      Files.delete(data.resolve("content").resolve(rows.keys().get(1) + ".eml"));
    }
    assertTrue(damage(data.resolve("mailbox.mv.db"), AnyRows.marker("message_body", 9)) > 0);
    for (int time = 1; time <= 2; time++) {
      Path export = directory.resolve("export" + time);
      Path next = directory.resolve("saved" + time);
      assertEquals(1, run(data, "export", export.toString()), err.toString());
      assertEquals(1, run(next, "import", export.toString()), err.toString());
      H2Store.open(next, CLOCK).close();
      data = next;
    }
    assertTrue(out.toString().contains("; 1 could not be read"), out.toString());
  }

  @Test
  void details_that_are_no_json_any_more_are_told_and_keep_nothing_else_back() throws Exception {
    Path data = directory.resolve("data");
    try (Target target = H2Target.open(data, CLOCK)) {
      new AnyRows(target).fill(ROWS);
      try (Statement statement = target.connection().createStatement()) {
        statement.execute("UPDATE send SET details = '{\"a\":' WHERE send_id LIKE '00007%'");
      }
      target.connection().commit();
    }
    Path export = directory.resolve("export");
    assertEquals(1, run(data, "export", export.toString()), err.toString());
    assertTrue(err.toString().contains("table send: the details of a row"), err.toString());
    assertEquals(ROWS, Files.readAllLines(export.resolve("rows").resolve("send.ndjson")).size());
    assertEquals(1, run(data, "verify"), err.toString());
    assertTrue(err.toString().contains("damaged: table send: the details"), err.toString());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path)));
      }
    }
  }

  @Test
  void what_cannot_be_opened_at_all_is_one_clear_line() throws IOException {
    Path nothing = directory.resolve("nothing");
    assertEquals(2, run(nothing, "verify"));
    assertEquals(
        List.of("data directory: " + nothing, "verify: there is no database in " + nothing),
        err.toString().lines().toList());
  }
}
