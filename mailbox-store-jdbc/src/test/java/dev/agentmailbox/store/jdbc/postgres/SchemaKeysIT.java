package dev.agentmailbox.store.jdbc.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.fixture.Slow;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.sql.TestDialect;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Every unique key of a table with {@code org_id} contains it, so that the rows of an organization
 * can be kept together, apart from those of others. What leads to an organization from outside has
 * a table of its own.
 */
@Slow
class SchemaKeysIT {
  private static final String ORGANIZATION = "org_id";

  /** Tables with {@code org_id} whose only unique key is one of the whole service. */
  private static final Map<String, Set<String>> LOOK_UPS =
      Map.of(
          "inbox_address", Set.of("address"),
          "api_key_prefix", Set.of("prefix"),
          "directed_code_hash", Set.of("code_hash"),
          "grant_token", Set.of("token_hash"));

  @Test
  void keys_begin_with_the_organization_on_h2() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      new Migrations(new TestDialect(), Clock.systemUTC()).apply(connection);
      check(connection);
    }
  }

  @Test
  void keys_begin_with_the_organization_on_postgresql() throws SQLException {
    PostgresUrl url = TestPostgres.schema();
    PostgresStore.open(url, Clock.systemUTC()).close();
    try (Connection connection = TestPostgres.connect(url)) {
      check(connection);
    }
  }

  private static void check(Connection connection) throws SQLException {
    Map<String, Set<Set<String>>> lookUps = new TreeMap<>();
    int ofOrganizations = 0;
    for (String table : Migrations.tables()) {
      Set<Set<String>> keys = uniqueKeys(connection, table);
      assertTrue(!keys.isEmpty(), table + " has no key");
      placed(keys, primaryKey(connection, table), table);
      if (!columns(connection, table).contains(ORGANIZATION)) {
        continue;
      }
      ofOrganizations++;
      if (!keys.stream().allMatch(key -> key.contains(ORGANIZATION))) {
        lookUps.put(table, keys);
      }
    }
    Map<String, Set<Set<String>>> expected = new TreeMap<>();
    LOOK_UPS.forEach((table, key) -> expected.put(table, Set.of(key)));
    assertEquals(expected, lookUps);
    assertTrue(ofOrganizations > 30, ofOrganizations + " tables");
  }

  /** Citus keeps a key unique only when it contains what the table is spread by. */
  private static void placed(Set<Set<String>> keys, Set<String> primaryKey, String table) {
    Placement placement = Placement.of(table, primaryKey);
    if (placement.way() == Placement.Way.BY_COLUMN) {
      assertTrue(
          keys.stream().allMatch(key -> key.contains(placement.column())),
          table + " is spread by " + placement.column() + " and has the keys " + keys);
    }
  }

  private static Set<String> primaryKey(Connection connection, String table) throws SQLException {
    Set<String> key = new TreeSet<>();
    try (ResultSet columns =
        connection
            .getMetaData()
            .getPrimaryKeys(null, connection.getSchema(), stored(connection, table))) {
      while (columns.next()) {
        key.add(columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return key;
  }

  private static Set<Set<String>> uniqueKeys(Connection connection, String table)
      throws SQLException {
    Map<String, Set<String>> keys = new TreeMap<>();
    try (ResultSet index =
        connection
            .getMetaData()
            .getIndexInfo(null, connection.getSchema(), stored(connection, table), true, false)) {
      while (index.next()) {
        String column = index.getString("COLUMN_NAME");
        if (column != null) {
          keys.computeIfAbsent(index.getString("INDEX_NAME"), name -> new TreeSet<>())
              .add(column.toLowerCase(Locale.ROOT));
        }
      }
    }
    return new HashSet<>(keys.values());
  }

  private static Set<String> columns(Connection connection, String table) throws SQLException {
    Set<String> columns = new TreeSet<>();
    try (ResultSet all =
        connection
            .getMetaData()
            .getColumns(null, connection.getSchema(), stored(connection, table), null)) {
      while (all.next()) {
        columns.add(all.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
      }
    }
    return columns;
  }

  private static String stored(Connection connection, String table) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    return data.storesUpperCaseIdentifiers() ? table.toUpperCase(Locale.ROOT) : table;
  }
}
