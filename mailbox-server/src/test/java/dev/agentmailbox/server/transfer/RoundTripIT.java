package dev.agentmailbox.server.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.h2.H2Store;
import dev.agentmailbox.store.h2.H2Target;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.postgres.PostgresStore;
import dev.agentmailbox.store.jdbc.postgres.PostgresTransfer;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import dev.agentmailbox.store.jdbc.transfer.Export;
import dev.agentmailbox.store.jdbc.transfer.Import;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.Target;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripIT {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final int ROWS = 20;

  @TempDir static Path shared;
  private static Path data = Path.of("");

  @TempDir Path directory;

  @BeforeAll
  static void fill() throws SQLException, IOException {
    data = shared.resolve("data");
    try (Target target = H2Target.open(data, CLOCK)) {
      new AnyRows(target).fill(ROWS);
    }
    Files.writeString(data.resolve("master.key"), "secret\n");
    Files.createDirectory(data.resolve("dkim"));
    Files.writeString(data.resolve("dkim").resolve("a.pem"), "key\n");
  }

  private Source h2(Path from) {
    return H2Source.open(from, directory, CLOCK);
  }

  private static Progress quiet() {
    return Jumps.dyingAt(0);
  }

  private Path export(Source opened, String name) throws IOException {
    Path to = directory.resolve(name);
    try (Source source = opened) {
      Export.Result result =
          new Export(source, to, quiet(), CLOCK)
              .run(
                  Map.of(
                      "master.key", data.resolve("master.key"),
                      "dkim/a.pem", data.resolve("dkim/a.pem")));
      assertEquals(0, result.damage());
      assertTrue(result.rows() > 40 * ROWS, result.toString());
    }
    return to;
  }

  private void importInto(Target opened, Path from, String name) throws IOException {
    try (Target target = opened) {
      Import.Result result = new Import(from, target, quiet()).run(directory.resolve(name));
      assertEquals(List.of(), result.differences());
    }
  }

  /** Every file but for when it was made, and rows in any order. */
  private static Map<String, String> files(Path export) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(export)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        String name = export.relativize(file).toString();
        byte[] bytes = Files.readAllBytes(file);
        files.put(
            name,
            name.endsWith(".ndjson")
                ? String.join("\n", Files.readAllLines(file).stream().sorted().toList())
                : name.equals("manifest.json")
                    ? Files.readString(file).replaceAll("\"made_at\".*", "")
                    : Base64.getEncoder().encodeToString(bytes));
      }
    }
    return files;
  }

  @Test
  void everything_goes_from_h2_to_postgresql_and_back() throws Exception {
    Path first = export(h2(data), "first");
    PostgresUrl url = TestPostgres.schema();
    importInto(PostgresTransfer.target(url, CLOCK, Optional.empty()), first, "pgdata");
    Path second = export(PostgresTransfer.source(url, Optional.empty()), "second");
    Path back = directory.resolve("back");
    importInto(H2Target.open(back, CLOCK), second, "back");
    Path third = export(h2(back), "third");

    assertEquals(files(first), files(second));
    assertEquals(files(first), files(third));
    assertTrue(files(first).containsKey("rows/message.ndjson"), files(first).keySet().toString());
    assertEquals("secret\n", Files.readString(directory.resolve("pgdata").resolve("master.key")));
    assertEquals("key\n", Files.readString(back.resolve("dkim").resolve("a.pem")));
    PostgresStore.open(url, CLOCK).close();
  }

  @Test
  void raw_messages_beside_the_database_go_along() throws Exception {
    Path first = export(h2(data), "first");
    PostgresUrl url = TestPostgres.schema();
    Path raw = directory.resolve("raw");
    importInto(
        PostgresTransfer.target(url, CLOCK, Optional.of(new DirectoryContent(raw, CLOCK))),
        first,
        "pgdata");
    Path second =
        export(
            PostgresTransfer.source(url, Optional.of(new DirectoryContent(raw, CLOCK))), "second");
    assertEquals(files(first), files(second));
    try (Stream<Path> kept = Files.walk(raw)) {
      assertTrue(kept.filter(Files::isRegularFile).count() > 1, "nothing is beside the database");
    }
  }

  @Test
  void only_the_owner_can_read_an_export() throws IOException {
    Path export = export(h2(data), "export");
    try (Stream<Path> all = Files.walk(export)) {
      for (Path path : all.toList()) {
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        assertEquals(
            Files.isDirectory(path) ? "rwx------" : "rw-------", mode, () -> path.toString());
      }
    }
  }

  @Test
  void an_export_that_dies_anywhere_goes_on_and_has_everything() throws IOException {
    Path whole = export(h2(data), "whole");
    Path part = directory.resolve("part");
    int deaths = 0;
    boolean complete = false;
    while (!complete) {
      try (Source source = h2(data)) {
        // A few steps further each time, in the middle of tables and of the contents.
        new Export(source, part, Jumps.dyingAt(9), CLOCK)
            .run(
                Map.of(
                    "master.key", data.resolve("master.key"),
                    "dkim/a.pem", data.resolve("dkim/a.pem")));
        complete = true;
      } catch (Jumps.Died e) {
        deaths++;
      }
    }
    assertTrue(deaths > 5, deaths + " deaths");
    assertEquals(files(whole), files(part));
  }

  @Test
  void an_export_that_goes_on_after_the_store_changed_has_the_new_rows_only() throws Exception {
    Path part = directory.resolve("part");
    Path changing = directory.resolve("changing");
    importInto(H2Target.open(changing, CLOCK), export(h2(data), "first"), "changing");
    assertThrows(
        Jumps.Died.class,
        () -> {
          try (Source source = h2(changing)) {
            new Export(source, part, Jumps.dyingAt(20), CLOCK).run(Map.of());
          }
        });
    try (H2Store store = H2Store.open(changing, CLOCK)) {
      store.write(
          tx -> {
            tx.settings().put("new", "value");
            return true;
          });
    }
    try (Source source = h2(changing)) {
      new Export(source, part, quiet(), CLOCK).run(Map.of());
    }
    List<String> settings = Files.readAllLines(part.resolve("rows").resolve("setting.ndjson"));
    assertEquals(ROWS + 1, settings.size());
  }

  @Test
  void an_import_that_dies_anywhere_goes_on_and_no_server_starts_before_its_end()
      throws IOException {
    Path export = export(h2(data), "export");
    Path to = directory.resolve("to");
    int deaths = 0;
    boolean complete = false;
    int step = 3;
    while (!complete) {
      try (Target target = H2Target.open(to, CLOCK)) {
        new Import(export, target, Jumps.dyingAt(step)).run(to);
        complete = true;
      } catch (Jumps.Died e) {
        deaths++;
        step += 25;
        StoreException refused =
            assertThrows(StoreException.class, () -> H2Store.open(copyOf(to), CLOCK));
        assertTrue(String.valueOf(refused.getMessage()).contains("import"), refused.toString());
      }
    }
    assertTrue(deaths > 3, deaths + " deaths");
    assertEquals(files(export), files(export(h2(to), "again")));
  }

  /** Because a start makes a journal. */
  private Path copyOf(Path store) throws IOException {
    Path copy = Files.createTempDirectory(directory, "copy");
    Files.copy(store.resolve("mailbox.mv.db"), copy.resolve("mailbox.mv.db"));
    return copy;
  }

  @Test
  void an_import_into_a_store_that_is_not_empty_is_refused() throws IOException {
    Path export = export(h2(data), "export");
    try (Target target = H2Target.open(data, CLOCK)) {
      Import again = new Import(export, target, quiet());
      assertThrows(StoreException.class, () -> again.run(data));
    }
    Path used = directory.resolve("used");
    H2Store.open(used, CLOCK).close();
    assertThrows(StoreException.class, () -> H2Target.open(used, CLOCK));
  }

  @Test
  void an_import_says_what_is_not_as_the_manifest_says() throws IOException {
    Path export = export(h2(data), "export");
    Path rows = export.resolve("rows").resolve("setting.ndjson");
    List<String> lines = Files.readAllLines(rows);
    Files.write(rows, lines.subList(1, lines.size()));
    Path named = export.resolve("content.ndjson");
    String hash = Files.readString(named).replaceAll("(?s).*?\"sha256\":\"(\\w+)\".*", "$1");
    Path file = export.resolve("content").resolve(hash.substring(0, 2)).resolve(hash + ".eml");
    Files.writeString(file, "changed");
    Path to = directory.resolve("to");
    try (Target target = H2Target.open(to, CLOCK)) {
      Import.Result result = new Import(export, target, quiet()).run(to);
      assertFalse(result.differences().isEmpty());
      String differences = result.differences().toString();
      assertTrue(differences.contains("table setting: 19 rows instead of 20"), differences);
      assertTrue(differences.contains("differs from the export"), differences);
    }
    assertThrows(StoreException.class, () -> H2Store.open(copyOf(to), CLOCK));
  }
}
