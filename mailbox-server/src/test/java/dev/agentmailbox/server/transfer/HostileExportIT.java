package dev.agentmailbox.server.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.H2Source;
import dev.agentmailbox.store.h2.H2Target;
import dev.agentmailbox.store.jdbc.transfer.Export;
import dev.agentmailbox.store.jdbc.transfer.Import;
import dev.agentmailbox.store.jdbc.transfer.Source;
import dev.agentmailbox.store.jdbc.transfer.Target;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An export is a directory that anybody may have written. */
class HostileExportIT {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final int ROWS = 3;
  private static final String SECRET = "what-nobody-may-see";

  @TempDir Path directory;
  private Path export = Path.of("");
  private Path to = Path.of("");

  @BeforeEach
  void export() throws Exception {
    Path data = directory.resolve("data");
    export = directory.resolve("export");
    to = directory.resolve("to");
    try (Target target = H2Target.open(data, CLOCK)) {
      new AnyRows(target).fill(ROWS);
    }
    Files.writeString(data.resolve("master.key"), "secret\n");
    try (Source source = H2Source.open(data, directory, CLOCK)) {
      var unused =
          new Export(source, export, quiet(), CLOCK)
              .run(Map.of("master.key", data.resolve("master.key")));
    }
  }

  private static Progress quiet() {
    return Jumps.dyingAt(0);
  }

  private void change(String file, String pattern, String replacement) throws IOException {
    Path path = export.resolve(file);
    String before = Files.readString(path);
    String after = before.replaceFirst(pattern, replacement);
    assertFalse(before.equals(after), pattern);
    Files.writeString(path, after);
  }

  private Import.Result run(Target target) throws IOException {
    return new Import(export, target, quiet()).run(to);
  }

  private String refusal() throws IOException {
    try (Target target = H2Target.open(to, CLOCK)) {
      StoreException refused = assertThrows(StoreException.class, () -> run(target));
      return String.valueOf(refused.getMessage());
    }
  }

  @Test
  void the_name_of_a_table_is_not_run_as_sql() throws Exception {
    change("manifest.json", "\"setting\"", "\"setting; CREATE TABLE made_by_export (a INT)\"");
    try (Target target = H2Target.open(to, CLOCK)) {
      assertThrows(StoreException.class, () -> run(target));
      try (Statement statement = target.connection().createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME ="
                      + " 'MADE_BY_EXPORT'")) {
        assertTrue(rows.next());
        assertEquals(0, rows.getInt(1));
      }
    }
  }

  @Test
  void a_manifest_that_leaves_a_table_out_is_refused() throws IOException {
    change("manifest.json", "(?s)\\{\\s*\"table\" : \"setting\".*?\\},", "");
    assertTrue(refusal().contains("tables"), "the table would not be compared");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "journal/0000000000000000.log",
        "mailbox.other",
        "content/2026-11-21.0000",
        "backup.json",
        "../outside",
        "dkim/../../outside",
        "/outside",
        "a/b/c",
        ""
      })
  void a_file_that_would_lie_elsewhere_or_among_the_data_is_refused(String name)
      throws IOException {
    change("manifest.json", "master\\.key", name);
    assertTrue(refusal().contains("manifest lists an invalid file"), name);
    assertFalse(Files.exists(directory.resolve("outside")));
  }

  @Test
  void a_link_to_another_file_of_this_machine_is_not_followed() throws IOException {
    Path elsewhere = directory.resolve("elsewhere");
    Path key = export.resolve("files").resolve("master.key");
    Files.move(key, elsewhere);
    Files.createSymbolicLink(key, elsewhere);
    assertTrue(refusal().contains("master.key"));
    assertFalse(Files.exists(to.resolve("master.key")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../elsewhere", "x", ""})
  void a_hash_that_is_none_names_no_file(String hash) throws IOException {
    Files.writeString(directory.resolve("elsewhere.eml"), SECRET);
    change("content.ndjson", "\"sha256\":\"\\w+\"", "\"sha256\":\"" + hash + "\"");
    String refusal = refusal();
    assertFalse(refusal.contains(SECRET), refusal);
  }

  @Test
  void a_raw_message_that_is_a_link_is_not_followed() throws IOException {
    String list = Files.readString(export.resolve("content.ndjson"));
    String hash = list.replaceAll("(?s).*?\"sha256\":\"(\\w+)\".*", "$1");
    Path file = export.resolve("content").resolve(hash.substring(0, 2)).resolve(hash + ".eml");
    Path elsewhere = directory.resolve("elsewhere");
    Files.move(file, elsewhere);
    Files.createSymbolicLink(file, elsewhere);
    assertTrue(refusal().contains(hash));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"" + SECRET + "\"", "{\"a\":\"" + SECRET + "\"}", "1.5", "true", "1e99", "[]"})
  void a_value_of_another_kind_is_one_line_that_quotes_nothing(String value) throws IOException {
    change("rows/quota_day.ndjson", "\"used\":\\d+", "\"used\":" + value);
    String refusal = refusal();
    assertTrue(refusal.contains("quota_day"), refusal);
    assertFalse(refusal.contains(SECRET), refusal);
  }

  @Test
  void a_manifest_that_lacks_a_part_is_one_line() throws IOException {
    for (String part : List.of("tables", "files", "content", "schema")) {
      Path manifest = export.resolve("manifest.json");
      String whole = Files.readString(manifest);
      change("manifest.json", "\"" + part + "\"", "\"other\"");
      refusal();
      Files.writeString(manifest, whole);
    }
  }
}
