package dev.agentmailbox.store.jdbc.postgres.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.postgres.PostgresStore;
import dev.agentmailbox.store.jdbc.postgres.PostgresUrl;
import dev.agentmailbox.store.jdbc.postgres.TestPostgres;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Moving an organization without load; under load it is in the tests of the server. */
@Slow
class OrganizationMoveIT {
  private static final String OURS = "org_ours";
  private static final String TRIGGERS =
      "SELECT COUNT(*) FROM pg_trigger WHERE tgname LIKE 'moving%'";
  private static final String TABLES = "SELECT COUNT(*) FROM pg_class WHERE relname LIKE 'moving%'";
  private static final String OF_OURS =
      "SELECT COUNT(*) FROM organization WHERE org_id = 'org_ours'";

  private PostgresUrl here = TestPostgres.database();
  private PostgresUrl there = TestPostgres.database();

  @BeforeEach
  void fill() throws SQLException {
    PostgresStore.open(here, Clock.systemUTC()).close();
    PostgresStore.open(there, Clock.systemUTC()).close();
    execute(here, organization(OURS), address("a@agents.test", OURS), person("user_here"));
    execute(
        here, "INSERT INTO membership VALUES ('org_ours', 'user_here', 'owner', 'active', 1, 1)");
    execute(there, person("user_there"));
  }

  private static String organization(String id) {
    return "INSERT INTO organization VALUES ('%s', 'n', 'd', 1, 1, 1, 1, NULL, '{}', 1, 1)"
        .formatted(id);
  }

  private static String address(String address, String organization) {
    return "INSERT INTO inbox_address VALUES ('%s', '%s', 'pod_1', NULL)"
        .formatted(address, organization);
  }

  private static String person(String id) {
    return "INSERT INTO human VALUES ('%s', 'owner@example.org', TRUE, 'active', 1, 1)"
        .formatted(id);
  }

  private static void execute(PostgresUrl url, String... statements) throws SQLException {
    try (Connection connection = TestPostgres.connect(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static String value(PostgresUrl url, String sql) throws SQLException {
    try (Connection connection = TestPostgres.connect(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? row.getString(1) : "none";
    }
  }

  private static OrganizationMove.Result move(PostgresUrl from, PostgresUrl to) {
    Progress quiet = new Progress(line -> {}, Clock.systemUTC(), false);
    return new OrganizationMove(from, to, OURS, quiet).run();
  }

  private String refusal(PostgresUrl to) {
    return String.valueOf(assertThrows(StoreException.class, () -> move(here, to)).getMessage());
  }

  private void assertUnchanged() throws SQLException {
    assertEquals("1", value(here, OF_OURS));
    assertEquals("0", value(here, TRIGGERS));
    assertEquals("0", value(there, OF_OURS));
    execute(here, "UPDATE organization SET name = 'still writable'");
  }

  @Test
  void an_organization_leaves_its_addresses_and_nothing_else_and_finds_its_people()
      throws SQLException {
    var unused = move(here, there);
    assertEquals("user_there", value(there, "SELECT user_id FROM membership"));
    assertEquals("1", value(there, OF_OURS));
    assertEquals("0", value(here, OF_OURS));
    assertEquals("0", value(here, "SELECT COUNT(*) FROM membership"));
    assertEquals("a@agents.test", value(here, "SELECT address FROM inbox_address"));
    assertEquals("0", value(here, TRIGGERS));
    assertEquals("0", value(here, TABLES));
  }

  @Test
  void an_organization_comes_back_to_where_it_was() throws SQLException {
    assertTrue(move(here, there).rows() > 0);
    execute(here, "INSERT INTO quota_day VALUES ('org_ours', 1, 'late', 1)");
    assertTrue(move(there, here).rows() > 0);
    assertEquals("user_here", value(here, "SELECT user_id FROM membership"));
    assertEquals("none", value(here, "SELECT quota FROM quota_day"), "written after it had left");
    assertEquals("0", value(there, OF_OURS));
  }

  @Test
  void a_move_that_is_done_can_be_run_again() throws SQLException {
    var unused = move(here, there);
    assertEquals(0, move(here, there).rows());
    assertEquals("1", value(there, OF_OURS));
  }

  @Test
  void a_move_that_ended_before_its_commit_begins_again() throws SQLException {
    note(there.place());
    var unused = move(here, there);
    assertEquals("1", value(there, OF_OURS));
    assertEquals("0", value(here, OF_OURS));
    assertEquals(
        "none", value(here, "SELECT setting_value FROM setting WHERE name LIKE 'moving%'"));
  }

  @Test
  void a_move_that_ended_after_its_commit_deletes_the_rest() throws SQLException {
    execute(there, organization(OURS));
    note(there.place());
    var unused = move(here, there);
    assertEquals("1", value(there, OF_OURS));
    assertEquals("0", value(here, OF_OURS));
  }

  private void note(String place) throws SQLException {
    execute(here, "INSERT INTO setting VALUES ('moving:org_ours', '%s')".formatted(place));
  }

  @Test
  void a_move_to_somewhere_else_must_be_finished_first() throws SQLException {
    note("elsewhere:5432/mailbox");
    assertEquals(
        "the organization is being moved to elsewhere:5432/mailbox: finish that first",
        refusal(there));
    assertEquals("1", value(here, OF_OURS));
  }

  @Test
  void an_address_of_another_organization_is_in_the_way() throws SQLException {
    execute(there, address("a@agents.test", "org_other"));
    assertEquals(
        "the target has an address, a key or a code of this organization in another one",
        refusal(there));
    assertUnchanged();
  }

  @Test
  void an_organization_that_is_in_both_stays_in_both() throws SQLException {
    execute(there, organization(OURS));
    assertEquals("the organization is in both databases", refusal(there));
    assertEquals("1", value(here, OF_OURS));
  }

  @Test
  void one_database_is_not_two() throws SQLException {
    assertEquals(
        "the organization is being moved by another run, or both databases are the same; if a run"
            + " was killed, run it again",
        refusal(here));
    assertUnchanged();
  }

  @Test
  void an_organization_that_is_in_neither_is_refused() throws SQLException {
    execute(here, "DELETE FROM organization");
    assertEquals("the database has no organization org_ours", refusal(there));
  }

  @Test
  void a_transaction_that_does_not_end_ends_the_move() throws Exception {
    try (Connection open = TestPostgres.connect(here);
        Statement statement = open.createStatement()) {
      Thread writer = writeAfterTriggers(open, statement);
      assertEquals(
          "a transaction of the organization did not end within 2 s: run it again", refusal(there));
      writer.join();
      open.rollback();
    }
    assertEquals("1", value(here, TRIGGERS), "of the table that was in use");
    execute(here, "UPDATE organization SET name = 'still writable'");
    var unused = move(here, there);
    assertEquals("0", value(here, TRIGGERS));
    assertEquals("0", value(here, TABLES));
  }

  /** Writes as soon as the triggers are there, and does not commit. */
  private Thread writeAfterTriggers(Connection open, Statement statement) throws SQLException {
    open.setAutoCommit(false);
    Thread writer =
        new Thread(
            () -> {
              try {
                while (!value(
                        here,
                        "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'moving%' AND"
                            + " tgrelid = 'organization'::regclass")
                    .startsWith("moving")) {
                  Thread.onSpinWait();
                }
                statement.execute("UPDATE organization SET name = 'open'");
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    return writer;
  }
}
