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
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/**
 * Copies the rows of one organization between databases of the same schema, in passes: the first
 * copies all, later ones what was noted since. Everything is written in one transaction of the
 * target.
 */
final class RowCopy {
  /** Raw messages that are stored in the database, by what refers to them. */
  private static final List<String> CONTENT = List.of("content", "content_part");

  private static final String CHANGED =
      "SELECT DISTINCT table_name, '' FROM " + WriteFence.CHANGES + " WHERE org_id = %s";
  private static final String KEYS =
      "SELECT DISTINCT %1$s FROM "
          + WriteFence.CHANGES
          + " m, jsonb_populate_record(NULL::%2$s, m.row_key) r WHERE m.org_id = %3$s AND"
          + " m.table_name = '%2$s'";
  private static final String BY_INDEX =
      "SET LOCAL enable_seqscan = %1$s; SET LOCAL enable_hashjoin = %1$s;"
          + " SET LOCAL enable_mergejoin = %1$s";
  private static final String COPIED = "DELETE FROM " + WriteFence.CHANGES + " WHERE org_id = ?";
  private static final String SUM =
      "SELECT '%1$s', COUNT(*) || ' ' || COALESCE(SUM(hashtextextended(ROW(%3$s)::text, 0)), 0)"
          + " FROM %1$s WHERE %2$s";

  private static final String PEOPLE =
      "SELECT h.user_id, h.email, FALSE AS is_operator, h.status, h.created_at, h.updated_at"
          + " FROM human h WHERE h.user_id IN (SELECT user_id FROM membership WHERE org_id = %s)";
  private static final String SAME_PERSON =
      "UPDATE membership m SET user_id = h.user_id FROM copied_human c, human h"
          + " WHERE m.org_id = ? AND m.user_id = c.user_id AND h.email = c.email"
          + " AND h.user_id <> c.user_id";

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
  List<Table> tables() {
    return tables;
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

  /** Copies everything of a snapshot. */
  void copyAll(Connection source) throws SQLException {
    for (Table table : tables) {
      rows += stream(source, all(table, ofOrganization()), table.name(), names(table));
      analyze(table.name());
    }
    addContent(source, tables, table -> ofOrganization());
    Sql.update(source, COPIED, organizationId);
  }

  /** Copies what was written since the pass before, and deletes what was deleted. */
  void copyChanges(Connection source) throws SQLException {
    // The few keys are not estimated well, and a scan of a whole table is long.
    Sql.update(source, BY_INDEX.formatted("off"));
    Set<String> names = Sql.pairs(source, CHANGED.formatted(Sql.literal(organizationId))).keySet();
    List<Table> changed = tables.stream().filter(table -> names.contains(table.name())).toList();
    for (Table table : changed) {
      stage(source, keys(table), table, String.join(", ", table.key()));
      Sql.update(
          target,
          "DELETE FROM %s t USING %s c WHERE t.org_id = ? AND %s"
              .formatted(table.name(), copied(table), sameKey(table)),
          organizationId);
      rows += stream(source, all(table, isChanged(table)), table.name(), names(table));
    }
    addContent(source, changed, this::isChanged);
    Sql.update(source, COPIED, organizationId);
    Sql.update(source, BY_INDEX.formatted("on"));
  }

  private void addContent(Connection source, List<Table> of, Function<Table, String> condition)
      throws SQLException {
    String keys =
        of.stream()
            .filter(Table::namesContent)
            .map(t -> "SELECT content_key FROM " + t.name() + " WHERE " + condition.apply(t))
            .collect(Collectors.joining(" UNION "));
    if (!keys.isEmpty()) {
      for (String name : CONTENT) {
        add(source, Table.of(target, name), "content_key IN (" + keys + ")");
      }
    }
  }

  private String keys(Table table) {
    String key = table.key().stream().map(k -> "r." + k).collect(Collectors.joining(", "));
    return KEYS.formatted(key, table.name(), Sql.literal(organizationId));
  }

  private String isChanged(Table table) {
    return "%s AND (%s) IN (%s)"
        .formatted(ofOrganization(), String.join(", ", table.key()), keys(table));
  }

  private static String all(Table table, String condition) {
    return "SELECT %s FROM %s WHERE %s".formatted(names(table), table.name(), condition);
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
   * Compares all rows by checksum.
   *
   * @param source the snapshot of the last pass
   * @throws StoreException the target differs
   */
  void compare(Connection source) throws SQLException {
    Map<String, String> expected = sums(source);
    sums(target)
        .forEach(
            (table, sum) -> {
              if (!sum.equals(expected.get(table))) {
                throw new StoreException("the copy of the table " + table + " differs", null);
              }
            });
  }

  /** Number and checksum of the rows of each table, by its name. */
  private Map<String, String> sums(Connection connection) throws SQLException {
    return Sql.pairs(
        connection,
        tables.stream()
            .map(table -> SUM.formatted(table.name(), ofOrganization(), names(table)))
            .collect(Collectors.joining(" UNION ALL ")));
  }

  /** Adds rows that the target may have already and that never change. */
  private void add(Connection source, Table table, String condition) throws SQLException {
    stage(source, all(table, condition), table, names(table));
    insert(table);
  }

  private void insert(Table table) throws SQLException {
    Sql.update(
        target,
        "INSERT INTO %s (%s) SELECT %s FROM %s ON CONFLICT DO NOTHING"
            .formatted(table.name(), names(table), names(table), copied(table)));
  }

  /** Puts selected rows into a temporary table of the same columns. */
  private void stage(Connection source, String selected, Table table, String columns)
      throws SQLException {
    Sql.update(target, "DROP TABLE IF EXISTS " + copied(table));
    Sql.update(
        target,
        "CREATE TEMPORARY TABLE %s ON COMMIT DROP AS SELECT %s FROM %s WHERE FALSE"
            .formatted(copied(table), columns, table.name()));
    var unused = stream(source, selected, copied(table), columns);
    analyze(copied(table));
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
