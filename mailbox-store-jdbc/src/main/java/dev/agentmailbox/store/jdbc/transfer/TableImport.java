package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.transfer.file.Column;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Imports the lines of a file into a table, some hundred per transaction if it is resumable. */
final class TableImport {
  private static final int MAX_BATCH_ROWS = 500;
  private static final int MAX_BATCH_BYTES = 4 * 1024 * 1024;

  private final Target target;
  private final Table table;
  private final @Nullable ImportProgress noted;
  private final Progress progress;
  private final String onConflict;
  private long done;
  private int batchRows;
  private int batchBytes;

  TableImport(Target target, Table table, ImportProgress noted, Progress progress) {
    this(target, table, noted, progress, "");
  }

  private TableImport(
      Target target,
      Table table,
      @Nullable ImportProgress noted,
      Progress progress,
      String onConflict) {
    this.target = target;
    this.table = table;
    this.noted = noted;
    this.progress = progress;
    this.onConflict = onConflict;
  }

  /**
   * Within the caller's transaction.
   *
   * @param onConflict what happens with rows that are there, as SQL
   */
  static TableImport within(Target target, Table table, Progress progress, String onConflict) {
    return new TableImport(target, table, null, progress, onConflict);
  }

  void run(Path file) throws IOException, SQLException {
    List<String> names = table.columns().stream().map(Column::name).toList();
    String sql =
        "INSERT INTO %s (%s) VALUES (%s)%s"
            .formatted(
                table.name(),
                String.join(", ", names),
                String.join(", ", Collections.nCopies(names.size(), "?")),
                onConflict);
    long before = noted == null ? 0 : noted.done(table.name());
    try (Lines lines = new Lines(file);
        PreparedStatement insert = target.connection().prepareStatement(sql)) {
      byte[] line = lines.next();
      while (line != null) {
        done++;
        if (done > before) {
          add(insert, line);
        }
        line = lines.next();
      }
      send(insert);
    }
    if (noted != null) {
      target.checkpoint();
    }
  }

  private void add(PreparedStatement insert, byte[] line) throws SQLException {
    JsonNode row = TransferJson.read(line);
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      JsonNode value = row.get(column.name());
      if (value == null) {
        throw new StoreException(
            "line " + done + " of " + table.name() + " lacks " + column.name(), null);
      }
      bind(insert, i + 1, column, value);
    }
    if (row.size() != table.columns().size()) {
      throw new StoreException("line " + done + " of " + table.name() + " has too much", null);
    }
    insert.addBatch();
    batchRows++;
    batchBytes += line.length;
    if (batchRows == MAX_BATCH_ROWS || batchBytes >= MAX_BATCH_BYTES) {
      send(insert);
    }
  }

  private void bind(PreparedStatement insert, int index, Column column, JsonNode value)
      throws SQLException {
    try {
      column.bind(insert, index, value);
    } catch (JacksonException | IllegalArgumentException e) {
      // The exception message could quote the value.
      throw new StoreException(
          "line " + done + " of " + table.name() + " has another kind of " + column.name(), null);
    }
  }

  private void send(PreparedStatement insert) throws SQLException {
    if (batchRows == 0) {
      return;
    }
    insert.executeBatch();
    batchRows = 0;
    batchBytes = 0;
    if (noted != null) {
      noted.note(table.name(), done);
      target.connection().commit();
    }
    if (progress.step("rows of " + table.name(), done) && noted != null) {
      target.checkpoint();
    }
  }
}
