package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Progress of an import, in a table of the store, committed with the rows. While it exists no
 * server starts on the store.
 */
final class ImportProgress {
  private static final String TABLE = "import_progress";
  private static final String CREATE =
      """
      CREATE TABLE import_progress (
        import_id VARCHAR(64) NOT NULL,
        table_name VARCHAR(200) NOT NULL PRIMARY KEY,
        done BIGINT NOT NULL
      )""";
  private static final String MARK =
      "INSERT INTO schema_version (version, name, checksum, applied_at) VALUES ("
          + Migrations.IMPORTING
          + ", 'import', 0, 0)";
  private static final String UNMARK =
      "DELETE FROM schema_version WHERE version = " + Migrations.IMPORTING;

  private final Connection connection;
  private final Map<String, Long> done = new HashMap<>();

  private ImportProgress(Connection connection) {
    this.connection = connection;
  }

  /**
   * Starts in an empty store, or resumes the same import.
   *
   * @param id id of the export, up to 64 characters
   * @throws StoreException the store has other content
   */
  static ImportProgress open(Target target, String id) throws SQLException, IOException {
    ImportProgress progress = new ImportProgress(target.connection());
    if (isThere(target.connection())) {
      progress.load(id);
    } else {
      requireEmpty(target);
      progress.begin(id);
      target.checkpoint();
    }
    return progress;
  }

  static boolean isThere(Connection connection) throws SQLException {
    return Table.exists(connection, TABLE);
  }

  private void load(String id) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT import_id, table_name, done FROM import_progress")) {
      while (rows.next()) {
        if (!rows.getString(1).equals(id)) {
          throw new StoreException("another import into this store was not finished", null);
        }
        done.put(rows.getString(2), rows.getLong(3));
      }
    }
  }

  private static void requireEmpty(Target target) throws SQLException, IOException {
    try (Statement statement = target.connection().createStatement()) {
      for (String table : Table.names()) {
        try (ResultSet row =
            statement.executeQuery("SELECT 1 FROM " + table + " FETCH FIRST 1 ROW ONLY")) {
          if (row.next()) {
            throw new StoreException("the store is not empty: there are rows in " + table, null);
          }
        }
      }
    }
    target
        .contentStore()
        .list(
            key -> {
              throw new StoreException("the store is not empty: there is the content " + key, null);
            });
  }

  private void begin(String id) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(CREATE);
      statement.execute(MARK);
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO import_progress (import_id, table_name, done) VALUES (?, ?, 0)")) {
      for (String table : Table.names()) {
        insert.setString(1, id);
        insert.setString(2, table);
        insert.executeUpdate();
      }
    }
    connection.commit();
  }

  /** The number of lines of a table's file already imported. */
  long done(String table) {
    return done.getOrDefault(table, 0L);
  }

  /** Records progress in the transaction of the rows. */
  void note(String table, long lines) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE import_progress SET done = ? WHERE table_name = ?")) {
      update.setLong(1, lines);
      update.setString(2, table);
      update.executeUpdate();
    }
  }

  /** Marks the import as complete. */
  void end() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : List.of("DROP TABLE import_progress", UNMARK)) {
        statement.execute(sql);
      }
    }
    connection.commit();
  }
}
