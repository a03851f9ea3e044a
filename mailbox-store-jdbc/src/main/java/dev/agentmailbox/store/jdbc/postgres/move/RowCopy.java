package dev.agentmailbox.store.jdbc.postgres.move;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.transfer.OrganizationRows;
import dev.agentmailbox.store.jdbc.transfer.file.Column;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/**
 * Copies the rows of one organization between databases of the same schema, in passes: the first
 * copies all, later ones what was written since. Everything is written in one transaction of the
 * target.
 */
final class RowCopy {
  /** Raw messages that are stored in the database, by what refers to them. */
  private static final List<String> CONTENT = List.of("content", "content_part");

  /** What a transaction that began later than the named one may have written. */
  private static final String SINCE = " AND age(xmin) <= age(%s::xid)";

  private static final String COUNT = "SELECT '%1$s', COUNT(*)::text FROM %1$s WHERE %2$s";
  private static final String SUM =
      "SELECT '%1$s', COUNT(*) || ' ' || COALESCE(SUM(hashtextextended(ROW(%3$s)::text, 0)), 0)"
          + " FROM %1$s WHERE %2$s";
  private static final String IF_ANY = "SELECT '%s', '' WHERE EXISTS (%s)";

  private static final String PEOPLE =
      "SELECT h.user_id, h.email, FALSE AS is_operator, h.status, h.created_at, h.updated_at"
          + " FROM human h WHERE h.user_id IN (SELECT user_id FROM membership WHERE org_id = %s)";
  private static final String SAME_PERSON =
      "UPDATE membership m SET user_id = h.user_id FROM copied_human c, human h"
          + " WHERE m.org_id = ? AND m.user_id = c.user_id AND h.email = c.email"
          + " AND h.user_id <> c.user_id";

  private static final String UNION = " UNION ALL ";

  private final Connection target;
  private final String organizationId;
  private final List<Table> tables = new ArrayList<>();
  private long rows;

  /**
   * Prepares a copy.
   *
   * @param target in a transaction that the caller commits
   */
  RowCopy(Connection target, String organizationId) throws SQLException {
    this.target = target;
    this.organizationId = organizationId;
    for (String name : Migrations.tables()) {
      Table table = Table.of(target, name);
      if (OrganizationRows.isIn(table)) {
        tables.add(table);
      }
    }
  }

  /** The tables with rows of organizations. */
  List<String> tables() {
    return tables.stream().map(Table::name).toList();
  }

  /** Rows copied so far; those of later passes count again. */
  long rows() {
    return rows;
  }

  /** Deletes what an earlier move away left in the target: addresses, late counts. */
  void deleteRemains() throws SQLException {
    for (Table table : tables) {
      Sql.update(target, "DELETE FROM " + table.name() + " WHERE org_id = ?", organizationId);
    }
  }

  /**
   * Copies a snapshot.
   *
   * @param since transaction before which nothing changed since the last pass; null in the first
   */
  void copy(Connection source, @Nullable String since) throws SQLException {
    if (since == null) {
      for (Table table : tables) {
        rows += stream(source, selected(table, ""), table.name(), names(table));
        analyze(table.name());
      }
    }
    String later = since == null ? "" : SINCE.formatted(Sql.literal(since));
    Map<String, String> changed = changed(source, later);
    for (Table table : tables) {
      if (since != null && changed.containsKey(table.name())) {
        replace(source, selected(table, later), table);
      }
    }
    if (tables.stream().anyMatch(t -> t.namesContent() && changed.containsKey(t.name()))) {
      for (String name : CONTENT) {
        add(source, Table.of(target, name), "content_key IN (" + contentKeys(later) + ")");
      }
    }
  }

  private Map<String, String> changed(Connection source, String later) throws SQLException {
    return Sql.pairs(
        source,
        tables.stream()
            .map(table -> IF_ANY.formatted(table.name(), selected(table, later)))
            .collect(Collectors.joining(UNION)));
  }

  private String selected(Table table, String later) {
    return "SELECT %s FROM %s WHERE %s%s"
        .formatted(names(table), table.name(), ofOrganization(), later);
  }

  /** Copies people and clients of the whole service that the organization refers to. */
  void copyReferred(Connection source) throws SQLException {
    add(
        source,
        Table.of(target, "grant_client"),
        "client_id IN (SELECT client_id FROM access_grant WHERE " + ofOrganization() + ")");
    Table human = Table.of(target, "human");
    stage(
        source,
        PEOPLE.formatted(Sql.literal(organizationId)),
        human,
        "user_id, email, is_operator, status, created_at, updated_at");
    insert(human);
    // People are known by their address: in the target they may have another id.
    Sql.update(target, SAME_PERSON, organizationId);
  }

  /**
   * Deletes rows that are not in the source any more, then compares all rows by checksum.
   *
   * @throws StoreException the target differs
   */
  void compare(Connection source) throws SQLException {
    compare(source, SUM);
  }

  /** As {@link #compare}, by number only: for rows that were compared, and those just copied. */
  void compareNumbers(Connection source) throws SQLException {
    compare(source, COUNT);
  }

  private void compare(Connection source, String what) throws SQLException {
    Map<String, String> expected = ofEach(source, what);
    for (Table table : differing(expected, what)) {
      deleteMissing(source, table);
    }
    List<Table> wrong = differing(expected, what);
    if (!wrong.isEmpty()) {
      throw new StoreException("the copy of the table " + wrong.get(0).name() + " differs", null);
    }
  }

  private List<Table> differing(Map<String, String> expected, String what) throws SQLException {
    Map<String, String> copied = ofEach(target, what);
    return tables.stream()
        .filter(t -> !Objects.equals(copied.get(t.name()), expected.get(t.name())))
        .toList();
  }

  /** What an aggregate says of each table, by its name. */
  private Map<String, String> ofEach(Connection connection, String what) throws SQLException {
    return Sql.pairs(
        connection,
        tables.stream()
            .map(table -> what.formatted(table.name(), ofOrganization(), names(table)))
            .collect(Collectors.joining(UNION)));
  }

  private void deleteMissing(Connection source, Table table) throws SQLException {
    String key = String.join(", ", table.key());
    stage(
        source,
        "SELECT %s FROM %s WHERE %s".formatted(key, table.name(), ofOrganization()),
        table,
        key);
    Sql.update(
        target,
        "DELETE FROM %s t WHERE org_id = ? AND NOT EXISTS (SELECT 1 FROM %s c WHERE %s)"
            .formatted(table.name(), copied(table), sameKey(table)),
        organizationId);
  }

  private void replace(Connection source, String selected, Table table) throws SQLException {
    rows += stage(source, selected, table, names(table));
    Sql.update(
        target,
        "DELETE FROM %s t USING %s c WHERE t.org_id = ? AND %s"
            .formatted(table.name(), copied(table), sameKey(table)),
        organizationId);
    insertAll(table, "");
  }

  /** Adds rows that the target may have already and that never change. */
  private void add(Connection source, Table table, String condition) throws SQLException {
    String selected = "SELECT %s FROM %s WHERE %s".formatted(names(table), table.name(), condition);
    stage(source, selected, table, names(table));
    insert(table);
  }

  private void insert(Table table) throws SQLException {
    insertAll(table, " ON CONFLICT DO NOTHING");
  }

  private void insertAll(Table table, String conflict) throws SQLException {
    Sql.update(
        target,
        "INSERT INTO %s (%s) SELECT %s FROM %s%s"
            .formatted(table.name(), names(table), names(table), copied(table), conflict));
  }

  /** Puts selected rows into a temporary table of the same columns. */
  private long stage(Connection source, String selected, Table table, String columns)
      throws SQLException {
    Sql.update(target, "DROP TABLE IF EXISTS " + copied(table));
    Sql.update(
        target,
        "CREATE TEMPORARY TABLE %s ON COMMIT DROP AS SELECT %s FROM %s WHERE FALSE"
            .formatted(copied(table), columns, table.name()));
    long staged = stream(source, selected, copied(table), columns);
    analyze(copied(table));
    return staged;
  }

  /** A table that was just filled has no statistics, and joins with it would be slow. */
  private void analyze(String table) throws SQLException {
    Sql.update(target, "ANALYZE " + table);
  }

  /** Passes rows on in the database's own format; returns their number. */
  private long stream(Connection source, String selected, String into, String columns)
      throws SQLException {
    CopyOut out = manager(source).copyOut("COPY (" + selected + ") TO STDOUT (FORMAT binary)");
    CopyIn in =
        manager(target).copyIn("COPY %s (%s) FROM STDIN (FORMAT binary)".formatted(into, columns));
    try {
      byte[] part = out.readFromCopy();
      while (part != null) {
        in.writeToCopy(part, 0, part.length);
        part = out.readFromCopy();
      }
      return in.endCopy();
    } finally {
      if (in.isActive()) {
        in.cancelCopy();
      }
      if (out.isActive()) {
        out.cancelCopy();
      }
    }
  }

  private String ofOrganization() {
    return "org_id = " + Sql.literal(organizationId);
  }

  private String contentKeys(String later) {
    return tables.stream()
        .filter(Table::namesContent)
        .map(t -> "SELECT content_key FROM " + t.name() + " WHERE " + ofOrganization() + later)
        .collect(Collectors.joining(" UNION "));
  }

  private static String copied(Table table) {
    return "copied_" + table.name();
  }

  private static String sameKey(Table table) {
    return table.key().stream()
        .map(k -> "t." + k + " = c." + k)
        .collect(Collectors.joining(" AND "));
  }

  private static String names(Table table) {
    return table.columns().stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private static CopyManager manager(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }
}
