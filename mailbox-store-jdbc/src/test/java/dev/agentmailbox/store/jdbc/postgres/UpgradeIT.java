package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.agentmailbox.fixture.StoredMailFixture;
import dev.agentmailbox.memory.SettableClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Dumps ({@code pg_dump --inserts} of PostgreSQL 15) of what servers of earlier schemas kept. 0009
 * is the first schema with which a server could keep its mail in PostgreSQL; 0010 landed with 0011.
 */
class UpgradeIT {
  private static void restore(String name, PostgresUrl url) throws IOException, SQLException {
    String sql;
    try (InputStream file = UpgradeIT.class.getResourceAsStream(name)) {
      assertNotNull(file, name);
      sql = new String(new GZIPInputStream(file).readAllBytes(), StandardCharsets.UTF_8);
    }
    try (Connection connection = TestPostgres.connect(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0009", "0011"})
  void a_dump_of_an_earlier_schema_migrates_forward(String schema) throws Exception {
    PostgresUrl url = TestPostgres.schema();
    restore(schema + ".sql.gz", url);
    StoredMailFixture.check(
        PostgresStore.open(url, SettableClock.at("2026-11-22T12:00:00Z")), 1, 1);
  }

  @Test
  void mail_to_postmaster_leaves_the_first_organization_for_the_operators() throws Exception {
    PostgresUrl url = TestPostgres.schema();
    restore("0014.sql.gz", url);
    StoredMailFixture.checkWithPostmaster(
        PostgresStore.open(url, SettableClock.at("2026-11-22T12:00:00Z")), 1, 1);
  }
}
