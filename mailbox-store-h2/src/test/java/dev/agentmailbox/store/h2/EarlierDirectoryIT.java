package dev.agentmailbox.store.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.agentmailbox.memory.SettableClock;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.store.jdbc.EarlierDataContract;
import dev.agentmailbox.store.jdbc.EarlierSchema;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.transfer.Verification;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class EarlierDirectoryIT implements EarlierDataContract {
  private final SettableClock clock = SettableClock.at("2026-01-01T12:00:00Z");
  @TempDir Path temporary;

  @Override
  public SettableClock clock() {
    return clock;
  }

  private Path data() {
    return temporary.resolve("data");
  }

  @Override
  public MailboxStore open() {
    return H2Store.open(data(), clock);
  }

  /** Also kills two starts, one in the midst of the migration and one at its end. */
  @Override
  public void makeEarlier() throws Exception {
    try (H2Store store = H2Store.open(data(), clock)) {
      EarlierSchema.restore(store.database().own(), new H2Dialect());
    }
    killAfter(EarlierDirectoryIT::migratePartly);
    killAfter(connection -> new Migrations(new H2Dialect(), clock).apply(connection));
    verify();
  }

  /** As the command does, which migrates a copy. */
  private void verify() throws IOException {
    List<Damage> damages = new ArrayList<>();
    Path scratch = Files.createDirectory(temporary.resolve("scratch"));
    try (H2Source source = H2Source.open(data(), scratch, clock)) {
      Verification.Result result =
          new Verification(source, new Progress(line -> {}, clock, false), damages::add)
              .run(scratch, List.of());
      assertEquals(result.tables().get("api_key"), result.tables().get("api_key_prefix"));
    }
    assertEquals(List.of(), damages);
  }

  private interface Work {
    void run(Connection connection) throws SQLException;
  }

  /** H2 has written its pages, of which the journal's directory does not know. */
  private void killAfter(Work work) throws SQLException {
    H2Database database = H2Database.openJournaled(data(), new DiskSpace(data()));
    work.run(database.own());
    database.store();
    database.sync();
    database.abandon();
  }

  private static void migratePartly(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "ALTER TABLE idempotency ADD COLUMN org_id VARCHAR DEFAULT 'unknown' NOT NULL");
      statement.execute("ALTER TABLE idempotency DROP PRIMARY KEY");
      statement.execute("DROP INDEX api_key_prefix");
    }
  }
}
