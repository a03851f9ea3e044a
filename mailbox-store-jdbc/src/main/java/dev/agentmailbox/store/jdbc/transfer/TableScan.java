package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.store.jdbc.transfer.file.Column;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.RowLine;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads all rows of a table in bounded batches. Unreadable rows are reported and skipped: where
 * rows are numbered, numbers are tried one by one until one is readable; otherwise the scan ends
 * there.
 */
public final class TableScan {
  private static final int FIRST_ROWS = 16;
  private static final int MAX_ROWS = 1_000;

  /** Batch size where the database buffers whole results: a row may have a text of a megabyte. */
  private static final int MAX_HELD_ROWS = 100;

  /** Fetch size for databases with cursors. */
  private static final int FETCHED_ROWS = 50;

  /** Approximate bytes per batch of numbered rows. */
  private static final int PART_BYTES = 4 * 1024 * 1024;

  /** Consecutive unreadable numbers after which the rest of the table is given up. */
  private static final int MAX_PROBES = 100_000;

  private final TransferStore store;
  private final Table table;
  private final List<Column> key;
  private final Optional<String> organization;
  private final String condition;
  private final Consumer<Damage> damages;
  private List<Object> after;
  private int rows = FIRST_ROWS;
  private boolean ended;

  /** One row. */
  @SuppressWarnings("ArrayRecordComponent")
  record Row(byte[] line, List<Object> key) {}

  /**
   * Starts after a key.
   *
   * @param organization whose rows are read, and what they refer to; empty for all rows
   * @param after key of the last row to skip; empty for the beginning
   */
  TableScan(
      TransferStore store,
      Table table,
      Optional<String> organization,
      List<Object> after,
      Consumer<Damage> damages) {
    this.store = store;
    this.table = table;
    this.after = after;
    this.damages = damages;
    this.organization = organization;
    this.condition = condition();
    this.ended = organization.isPresent() && condition.isEmpty();
    this.key =
        store
            .rowNumber()
            .map(number -> List.of(new Column(number, Column.Kind.NUMBER)))
            .orElseGet(() -> table.key().stream().map(table::column).toList());
  }

  /** Of the rows of one organization; empty for all rows, and where there are none. */
  private String condition() {
    // Numbered rows are read in one pass: an index on the organization must not be used.
    return organization
        .flatMap(id -> OrganizationRows.condition(table))
        .map(sql -> store.rowNumber().isPresent() ? "((" + sql + ") IS TRUE)" : "(" + sql + ")")
        .orElse("");
  }

  /** The next rows; empty at the end. */
  List<Row> next() throws SQLException {
    while (!ended) {
      List<Row> part = tryNext();
      if (part != null) {
        if (part.isEmpty()) {
          ended = true;
        } else {
          after = part.get(part.size() - 1).key();
          adapt(part);
        }
        return part;
      }
      if (rows > 1) {
        rows = 1;
      } else {
        skip();
      }
    }
    return List.of();
  }

  private void adapt(List<Row> part) {
    long bytes = 0;
    for (Row row : part) {
      bytes += row.line().length;
    }
    long wanted = PART_BYTES / Math.max(1, bytes / part.size());
    int maxRows = store.rowNumber().isPresent() ? MAX_HELD_ROWS : MAX_ROWS;
    rows = (int) Math.max(1, Math.min(Math.min(maxRows, wanted), rows * 4L));
  }

  private @Nullable List<Row> tryNext() throws SQLException {
    Connection connection = store.connection();
    Savepoint before = store.rowNumber().isPresent() ? null : connection.setSavepoint();
    try {
      List<Row> part = read();
      if (before != null) {
        connection.releaseSavepoint(before);
      }
      return part;
    } catch (SQLException e) {
      if (TransferStore.isGone(e)) {
        throw e;
      }
      if (before != null) {
        connection.rollback(before);
      }
      return null;
    }
  }

  private List<Row> read() throws SQLException {
    String names = names(key);
    String sql =
        "SELECT %s, %s FROM %s%s ORDER BY %s FETCH FIRST %d ROWS ONLY"
            .formatted(names, names(table.columns()), table.name(), where(names), names, rows);
    try (PreparedStatement select = store.connection().prepareStatement(sql)) {
      List<Object> parameters = new ArrayList<>(after);
      if (!condition.isEmpty()) {
        parameters.add(organization.orElseThrow());
      }
      for (int i = 0; i < parameters.size(); i++) {
        select.setObject(i + 1, parameters.get(i));
      }
      select.setFetchSize(FETCHED_ROWS);
      List<Row> part = new ArrayList<>();
      long bytes = 0;
      try (ResultSet row = select.executeQuery()) {
        while (bytes < PART_BYTES && row.next()) {
          Row read = row(row);
          part.add(read);
          bytes += read.line().length;
        }
      }
      return part;
    }
  }

  private String where(String names) {
    List<String> conditions = new ArrayList<>();
    if (!after.isEmpty()) {
      conditions.add(
          "(%s) > (%s)".formatted(names, String.join(", ", Collections.nCopies(key.size(), "?"))));
    }
    if (!condition.isEmpty()) {
      conditions.add(condition);
    }
    return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
  }

  private Row row(ResultSet row) throws SQLException {
    List<Object> place = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      Object value = key.get(i).read(row, i + 1);
      if (value == null) {
        throw new SQLException("a key is missing");
      }
      place.add(value);
    }
    return new Row(RowLine.of(table.columns(), row, key.size() + 1), place);
  }

  private static String names(List<Column> columns) {
    return String.join(", ", columns.stream().map(Column::name).toList());
  }

  private void skip() throws SQLException {
    if (store.rowNumber().isEmpty()) {
      ended = true;
      damages.accept(new Damage("table " + table.name(), "the rest of it cannot be read"));
      return;
    }
    long first = after.isEmpty() ? 0 : ((Number) after.get(0)).longValue();
    for (long number = first + 1; number <= first + MAX_PROBES; number++) {
      after = List.of(number);
      if (tryNext() != null) {
        damages.accept(
            new Damage(
                "table " + table.name(),
                "what has the numbers " + (first + 1) + " to " + number + " cannot be read"));
        return;
      }
    }
    ended = true;
    damages.accept(
        new Damage("table " + table.name(), "nothing after number " + first + " can be read"));
  }
}
