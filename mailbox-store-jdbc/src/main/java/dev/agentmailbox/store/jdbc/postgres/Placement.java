package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.store.jdbc.Migrations;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where Citus, PostgreSQL spread over several nodes, keeps the rows of each table. A transaction
 * that writes the rows of one organization then concerns one node.
 *
 * @param way how the table is spread
 * @param column what it is spread by; empty unless {@link Way#BY_COLUMN}
 * @param with table whose rows with the same value are on the same node; {@code none} for a group
 *     of its own
 */
record Placement(Way way, String column, String with) {
  private static final String ORGANIZATION = "org_id";
  private static final String FIRST_OF_ORGANIZATION = "organization";
  private static final String FIRST_OF_SERVICE = "human";
  private static final String ALONE = "none";

  /** Tables that are found by a key of the whole service. */
  private static final Map<String, String> BY_OWN_KEY =
      Map.ofEntries(
          Map.entry("inbox_address", "address"),
          Map.entry("api_key_prefix", "prefix"),
          Map.entry("directed_code_hash", "code_hash"),
          Map.entry("grant_token", "token_hash"),
          Map.entry("human_session", "cookie_hash"),
          Map.entry("limited_moment", "limit_name"),
          Map.entry("sign_in_code", "subject"),
          Map.entry("passkey_challenge", "challenge_hash"),
          Map.entry("content", "content_key"));

  /** Small tables with several unique keys: each in one piece, all on one node. */
  private static final Set<String> ON_ONE_NODE =
      Set.of(
          FIRST_OF_SERVICE,
          "passkey",
          "invite",
          "waitlist_entry",
          "grant_client",
          "live_node",
          "named_lock",
          "push_subscription");

  /** Read by every transaction and seldom written: a copy on each node. */
  private static final Set<String> ON_EVERY_NODE =
      Set.of("setting", "schema_version", "schema_lock");

  private static final String HAS_CITUS = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
  private static final String PLACED =
      "SELECT c.relname FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid"
          + " WHERE c.relnamespace = CURRENT_SCHEMA::regnamespace";
  private static final String IN_ORDER = "SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

  /** The settings of a session do not reach other nodes; Citus gives them those of the role. */
  private static final String LOCK_WAIT_EVERYWHERE =
      "SELECT format('ALTER ROLE %I IN DATABASE %I SET lock_timeout = "
          + PostgresDialect.LOCK_WAIT.toMillis()
          + "', CURRENT_USER, CURRENT_DATABASE())";

  /** How the rows of a table are spread. */
  enum Way {
    BY_COLUMN,
    ON_ONE_NODE,
    ON_EVERY_NODE
  }

  /**
   * The placement of a table.
   *
   * @param key columns of its primary key
   * @throws IllegalArgumentException the table is neither of organizations nor named here
   */
  static Placement of(String table, Set<String> key) {
    if (ON_EVERY_NODE.contains(table)) {
      return new Placement(Way.ON_EVERY_NODE, "", ALONE);
    }
    if (ON_ONE_NODE.contains(table)) {
      return new Placement(
          Way.ON_ONE_NODE, "", table.equals(FIRST_OF_SERVICE) ? ALONE : FIRST_OF_SERVICE);
    }
    String own = BY_OWN_KEY.get(table);
    if (own != null) {
      return new Placement(Way.BY_COLUMN, own, ALONE);
    }
    if (table.equals("content_part")) {
      return new Placement(Way.BY_COLUMN, "content_key", "content");
    }
    if (!key.contains(ORGANIZATION)) {
      throw new IllegalArgumentException("the table " + table + " has no placement");
    }
    return new Placement(
        Way.BY_COLUMN,
        ORGANIZATION,
        table.equals(FIRST_OF_ORGANIZATION) ? ALONE : FIRST_OF_ORGANIZATION);
  }

  /**
   * Tables in the order in which they can be placed: one that others are placed with comes first.
   */
  static List<String> tables() {
    Set<String> tables =
        new LinkedHashSet<>(List.of(FIRST_OF_ORGANIZATION, FIRST_OF_SERVICE, "content"));
    tables.addAll(Migrations.tables());
    // Last: its row is locked meanwhile.
    tables.addAll(List.of("schema_version", "schema_lock"));
    return List.copyOf(tables);
  }

  /**
   * Places the tables that are not placed yet, in one transaction; does nothing without Citus.
   *
   * @param locks statements that keep others from doing the same
   * @return whether there is Citus
   */
  static boolean apply(Connection connection, List<String> locks) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (texts(statement, HAS_CITUS).isEmpty()) {
        return false;
      }
      connection.setAutoCommit(false);
      try {
        lock(statement, locks);
        List<String> unplaced = new ArrayList<>(tables());
        unplaced.removeAll(texts(statement, PLACED));
        if (!unplaced.isEmpty()) {
          // First and apart: a start that is killed in between is repeated.
          statement.execute(texts(statement, LOCK_WAIT_EVERYWHERE).iterator().next());
          connection.commit();
          lock(statement, locks);
          unplaced.removeAll(texts(statement, PLACED));
          statement.execute(IN_ORDER);
        }
        for (String table : unplaced) {
          statement.execute(of(table, key(connection, table)).sql(table));
        }
        connection.commit();
        return true;
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private static void lock(Statement statement, List<String> locks) throws SQLException {
    for (String lock : locks) {
      statement.execute(lock);
    }
  }

  private String sql(String table) {
    return switch (way) {
      case BY_COLUMN ->
          "SELECT create_distributed_table('%s', '%s', colocate_with => '%s')"
              .formatted(table, column, with);
      case ON_ONE_NODE ->
          "SELECT create_distributed_table('%s', NULL, colocate_with => '%s')"
              .formatted(table, with);
      case ON_EVERY_NODE -> "SELECT create_reference_table('%s')".formatted(table);
    };
  }

  private static Set<String> key(Connection connection, String table) throws SQLException {
    Set<String> key = new LinkedHashSet<>();
    try (ResultSet columns =
        connection.getMetaData().getPrimaryKeys(null, connection.getSchema(), table)) {
      while (columns.next()) {
        key.add(columns.getString("COLUMN_NAME"));
      }
    }
    return key;
  }

  private static Set<String> texts(Statement statement, String sql) throws SQLException {
    Set<String> texts = new LinkedHashSet<>();
    try (ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
