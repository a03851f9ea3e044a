package dev.agentmailbox.server.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.server.Main;
import dev.agentmailbox.store.h2.H2Target;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import dev.agentmailbox.store.jdbc.transfer.Target;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands that are pointed at the wrong place, and what they leave there: nothing. */
class WrongDirectoryIT {
  private static final Clock CLOCK = Clock.systemUTC();
  private static final int ROWS = 12;
  private static final String INBOX = "some@agents.test";

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Path data, String... arguments) throws IOException {
    return run("mailbox.data.dir=" + data, arguments);
  }

  private int run(String place, String... arguments) throws IOException {
    Path file = directory.resolve("mailbox.properties");
    Files.write(file, List.of(place));
    CommandLine line =
        new CommandLine(new Main())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    String[] all = Arrays.copyOf(new String[] {"--config", file.toString()}, 2 + arguments.length);
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return line.execute(all);
  }

  private Path data(String... statements) throws IOException, SQLException {
    Path data = directory.resolve("data");
    try (Target target = H2Target.open(data, CLOCK)) {
      new AnyRows(target).fill(ROWS);
      try (Statement statement = target.connection().createStatement()) {
        for (String sql : statements) {
          statement.execute(sql);
        }
      }
      target.connection().commit();
    }
    return data;
  }

  private static List<Path> entries(Path of) throws IOException {
    try (Stream<Path> entries = Files.list(of)) {
      return entries.toList();
    }
  }

  @Test
  void a_backup_of_a_directory_without_data_is_refused_and_makes_none() throws IOException {
    Path nothing = directory.resolve("nothing");
    Path backup = directory.resolve("backup");
    assertEquals(2, run(nothing, "backup", backup.toString()));
    assertEquals(
        List.of("data directory: " + nothing, "backup: there is no database in " + nothing),
        err.toString().lines().toList());
    assertFalse(Files.exists(nothing));
    assertFalse(Files.exists(backup));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "backup backup",
        "verify",
        "export export",
        "export --inbox a@agents.test --mbox some.mbox",
        "import export",
        "doctor",
        "new-key",
        "new-owner",
        "new-master-key"
      })
  void a_command_makes_no_data_directory_that_is_missing(String command) throws IOException {
    Path nothing = directory.resolve("nothing");
    List<String> words = new ArrayList<>();
    for (String word : command.split(" ")) {
      words.add(word.matches("backup|export|some.mbox") && !words.isEmpty() ? in(word) : word);
    }
    int code = run(nothing, words.toArray(String[]::new));
    assertEquals(command.equals("doctor") ? 0 : 2, code, err.toString());
    assertFalse(Files.exists(nothing), err.toString());
    assertFalse(err.toString().contains("Exception"), err.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "verify, 2, the database is empty",
    "export export, 2, the database is empty",
    "new-key, 2, the database is empty",
    "new-owner, 2, the database is empty",
    "new-master-key, 2, the database is empty",
    "backup export, 2, the data is in PostgreSQL: use pg_dump or export",
    "doctor, 0, ''",
    "dkim-keys, 0, ''"
  })
  void a_command_makes_no_tables_in_an_empty_database(String command, int exit, String words)
      throws Exception {
    PostgresUrl database = TestPostgres.schema();
    String place =
        "mailbox.database.url=%s&user=%s&password=%s\nmailbox.data.dir=%s"
            .formatted(database.jdbcUrl(), database.user(), database.password(), in("data"));
    int code = run(place, command.replace(" export", " " + in("export")).split(" "));
    assertEquals(exit, code, err::toString);
    assertTrue(err.toString().contains(words), err.toString());
    assertFalse(Files.exists(directory.resolve("export")));
    // The DKIM keys are files.
    assertEquals(command.equals("dkim-keys"), Files.exists(directory.resolve("data")));
    try (Connection connection = TestPostgres.connect(database);
        ResultSet tables =
            connection.getMetaData().getTables(null, connection.getSchema(), "%", null)) {
      assertFalse(tables.next());
    }
  }

  private String in(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void steps_are_reported_when_asked_for_and_what_matters_always() {
    SettableClock clock = SettableClock.at("2026-01-01T00:00:00Z");
    List<String> lines = new ArrayList<>();
    for (boolean steps : new boolean[] {true, false}) {
      Progress progress = new Progress(lines::add, clock, steps);
      assertFalse(progress.step("early", 1));
      clock.advance(Duration.ofSeconds(2));
      assertEquals(steps, progress.step("rows", 2));
      progress.say("damaged");
    }
    assertEquals(List.of("rows: 2", "damaged", "damaged"), lines);
  }

  @Test
  void an_export_to_a_directory_of_others_leaves_it_as_it_is() throws Exception {
    Path others = directory.resolve("others");
    Files.createDirectory(others);
    Files.writeString(others.resolve("something"), "theirs");
    Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertEquals(2, run(data(), "export", others.toString()));
    assertTrue(err.toString().contains("is not empty"), err.toString());
    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(others)));
    assertEquals(1, entries(others).size());
  }

  @Test
  void a_database_that_cannot_be_opened_leaves_no_copy_behind() throws IOException {
    Path data = directory.resolve("data");
    Path scratch = directory.resolve("scratch");
    Files.createDirectories(data);
    Files.createDirectories(scratch);
    Files.writeString(data.resolve("mailbox.mv.db"), "no database".repeat(2_000));
    assertEquals(2, run(data, "verify", "--scratch", scratch.toString()));
    assertEquals(List.of(), entries(scratch));
  }

  @Test
  void an_inbox_that_is_not_there_leaves_no_file() throws Exception {
    Path mbox = directory.resolve("some.mbox");
    assertEquals(2, run(data(), "export", "--inbox", "no@agents.test", "--mbox", mbox.toString()));
    assertTrue(err.toString().contains("there is no inbox"), err.toString());
    assertFalse(Files.exists(mbox));
  }

  @Test
  void a_file_that_is_there_already_is_told_so() throws Exception {
    Path mbox = directory.resolve("some.mbox");
    Files.writeString(mbox, "before");
    assertEquals(2, run(data(), "export", "--inbox", INBOX, "--mbox", mbox.toString()));
    assertTrue(err.toString().contains("already"), err.toString());
    assertEquals("before", Files.readString(mbox));
  }

  @Test
  void an_import_from_nowhere_says_what_is_not_there() throws IOException {
    Path nowhere = directory.resolve("nowhere");
    Path scratch = directory.resolve("missing");
    assertEquals(2, run(directory.resolve("to"), "import", nowhere.toString()));
    assertTrue(err.toString().contains("no complete export"), err.toString());
    assertEquals(2, run(directory.resolve("to"), "verify", "--scratch", scratch.toString()));
    assertTrue(err.toString().contains("does not exist"), err.toString());
  }

  @Test
  void mail_that_is_held_stays_out_of_an_mbox_file() throws Exception {
    Path data =
        data(
            "UPDATE inbox_address SET address = '"
                + INBOX
                + "', org_id = 'org_1' FETCH FIRST 1 ROW ONLY",
            "UPDATE message SET org_id = 'org_1', inbox_id = '"
                + INBOX
                + "', hidden = 0,"
                + " labels = 'received unread'",
            "UPDATE message SET labels = 'held received unread' WHERE message_id LIKE '00003%'");
    Path mbox = directory.resolve("some.mbox");
    assertEquals(
        0, run(data, "export", "--inbox", INBOX, "--mbox", mbox.toString()), err.toString());
    assertTrue(out.toString().contains("exported " + (ROWS - 1) + " messages"), out.toString());
    assertTrue(err.toString().contains("1 held"), err.toString());
  }
}
