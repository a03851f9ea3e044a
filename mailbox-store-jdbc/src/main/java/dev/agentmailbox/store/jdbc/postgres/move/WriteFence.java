package dev.agentmailbox.store.jdbc.postgres.move;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Notes which rows of one organization are written, and refuses its writes, whichever process they
 * come from. Triggers make each of its writing transactions hold an advisory lock in share mode;
 * while the fence is closed, its own session holds that lock, and triggers refuse instead of
 * waiting. It opens by itself when its connection ends, unless a destination is noted.
 */
final class WriteFence {
  /** SQLState of a refused write, one of its own: callers are asked to come again. */
  private static final String REFUSED = "MB001";

  /** Autovacuum gives a table up to somebody who has waited for deadlock_timeout, one second. */
  private static final Duration TABLE_LOCK_WAIT = Duration.ofMillis(1_500);

  /** A move that was killed may hold the table until its last statement has ended. */
  private static final int TABLE_LOCK_TRIES = 20;

  /** Writers that waited meanwhile go first. */
  private static final Duration TABLE_LOCK_PAUSE = Duration.ofMillis(500);

  /** How long transactions that have begun may take to end. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(2);

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String STILL_USED = "2BP01";

  /** Keys of rows that were written, deleted by the pass that copies the rows. */
  static final String CHANGES = "moving_row";

  private static final String CREATE_CHANGES =
      "CREATE UNLOGGED TABLE IF NOT EXISTS "
          + CHANGES
          + " (org_id TEXT NOT NULL, table_name TEXT NOT NULL, row_key JSONB NOT NULL)";

  /** An update may change the key. */
  private static final String FUNCTION =
      """
      CREATE OR REPLACE FUNCTION %1$s() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (CASE TG_OP WHEN 'DELETE' THEN OLD.org_id ELSE NEW.org_id END) = TG_ARGV[0]
          AND current_setting('mailbox.moving', true) IS DISTINCT FROM TG_ARGV[0]
        THEN
          IF NOT pg_try_advisory_xact_lock_shared(hashtextextended(TG_ARGV[0], 0))
            OR EXISTS (SELECT 1 FROM setting WHERE name = 'moving:' || TG_ARGV[0])
          THEN
            RAISE EXCEPTION 'the organization is being moved' USING ERRCODE = '%2$s';
          END IF;
          IF TG_OP <> 'DELETE' THEN
            INSERT INTO %3$s VALUES (TG_ARGV[0], TG_TABLE_NAME, jsonb_build_object(%4$s));
          END IF;
          IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND (%5$s) IS DISTINCT FROM (%6$s) THEN
            INSERT INTO %3$s VALUES (TG_ARGV[0], TG_TABLE_NAME, jsonb_build_object(%7$s));
          END IF;
        END IF;
        IF TG_OP = 'DELETE' THEN
          RETURN OLD;
        END IF;
        RETURN NEW;
      END $$""";

  private static final String CLOSE = "SELECT pg_advisory_lock(hashtextextended(?, 0))";
  private static final String OPEN = "SELECT pg_advisory_unlock(hashtextextended(?, 0))";
  private static final String PASS = "SELECT set_config('mailbox.moving', ?, true)";
  private static final String NOTE = "INSERT INTO setting (name, setting_value) VALUES (?, ?)";
  private static final String NOTED = "SELECT setting_value FROM setting WHERE name = ?";
  private static final String FORGET_CHANGES = "DELETE FROM moving_row WHERE org_id = ?";
  private static final String FORGET = "DELETE FROM setting WHERE name = ?";

  private final Connection connection;
  private final String organizationId;

  /**
   * Prepares the fence; nothing is refused yet.
   *
   * @param connection with auto-commit, used for nothing else meanwhile
   */
  WriteFence(Connection connection, String organizationId) {
    this.connection = connection;
    this.organizationId = organizationId;
  }

  /** Adds the triggers, one table after another, so that other organizations hardly wait. */
  void build(List<Table> tables) throws SQLException {
    execute(CREATE_CHANGES);
    Sql.update(connection, FORGET_CHANGES, organizationId);
    for (Table table : tables) {
      execute(function(table));
      withTableLock(
          drop(table),
          "CREATE TRIGGER %s BEFORE INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION"
                  .formatted(trigger(), table.name())
              + " %s(%s)".formatted(name(table), Sql.literal(organizationId)));
    }
  }

  private static String function(Table table) {
    return FUNCTION.formatted(
        name(table),
        REFUSED,
        CHANGES,
        pairs(table, "NEW"),
        values(table, "OLD"),
        values(table, "NEW"),
        pairs(table, "OLD"));
  }

  private static String pairs(Table table, String row) {
    return table.key().stream()
        .map(column -> "'%1$s', %2$s.%1$s".formatted(column, row))
        .collect(Collectors.joining(", "));
  }

  private static String values(Table table, String row) {
    return table.key().stream()
        .map(column -> row + "." + column)
        .collect(Collectors.joining(", ", "ROW(", ")"));
  }

  private static String name(Table table) {
    return "moving_" + table.name();
  }

  /**
   * Removes the triggers, and what belongs to them unless another organization is being moved. A
   * table that is in use for long keeps its trigger, which the next run removes: it notes keys.
   */
  void remove(List<Table> tables) throws SQLException {
    for (Table table : tables) {
      try {
        withTableLock(drop(table));
      } catch (SQLException e) {
        if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
          throw e;
        }
      }
    }
    try {
      for (Table table : tables) {
        execute("DROP FUNCTION IF EXISTS " + name(table) + "()");
      }
      execute("DROP TABLE IF EXISTS " + CHANGES);
    } catch (SQLException e) {
      if (!STILL_USED.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  /**
   * Closes the fence: returns when transactions that wrote have ended, while new ones are refused.
   *
   * @throws StoreException a transaction does not end
   */
  void close() throws SQLException {
    execute("SET lock_timeout = " + CLOSE_WAIT.toMillis());
    try {
      select(CLOSE);
    } catch (SQLException e) {
      if (LOCK_NOT_AVAILABLE.equals(e.getSQLState())) {
        throw new StoreException(
            "a transaction of the organization did not end within "
                + CLOSE_WAIT.toSeconds()
                + " s: run it again",
            null);
      }
      throw e;
    }
  }

  void open() throws SQLException {
    select(OPEN);
  }

  /** Lets the rest of this session's transaction through. */
  void pass() throws SQLException {
    select(PASS);
  }

  /** Notes where the organization is moving, which keeps writes refused without this session. */
  void note(String destination) throws SQLException {
    Sql.update(connection, NOTE, name(), destination);
  }

  /** Where the organization was moving when a move ended early. */
  Optional<String> noted() throws SQLException {
    return Sql.text(connection, NOTED, name());
  }

  void forget() throws SQLException {
    Sql.update(connection, FORGET, name());
  }

  private String name() {
    return "moving:" + organizationId;
  }

  private String trigger() {
    return Sql.identifier("moving_" + organizationId);
  }

  private String drop(Table table) {
    return "DROP TRIGGER IF EXISTS %s ON %s".formatted(trigger(), table.name());
  }

  /** Changes a table; tries again rather than let the table's writers queue behind it. */
  private void withTableLock(String... changes) throws SQLException {
    execute("SET lock_timeout = " + TABLE_LOCK_WAIT.toMillis());
    for (int attempt = 1; ; attempt++) {
      try {
        execute(String.join("; ", changes));
        return;
      } catch (SQLException e) {
        if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || attempt == TABLE_LOCK_TRIES) {
          throw e;
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(TABLE_LOCK_PAUSE.toMillis()));
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void select(String sql) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, organizationId);
      try (ResultSet row = select.executeQuery()) {
        row.next();
      }
    }
  }
}
