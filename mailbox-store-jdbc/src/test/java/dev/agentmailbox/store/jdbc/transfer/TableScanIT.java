package dev.agentmailbox.store.jdbc.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TableScanIT {
  private static final int SHORT_ROWS = 3_000;
  private static final int LONG_ROWS = 100;
  private static final int LONG_CHARACTERS = 500_000;
  private static final long MAX_PART_BYTES = 8L * 1024 * 1024;

  /** A database without content. */
  private record Rows(Connection connection, Optional<String> rowNumber)
      implements TransferStore, StoredContent {
    @Override
    public StoredContent content() {
      return this;
    }

    @Override
    public Optional<RawMessage> find(String contentKey) throws IOException {
      return Optional.empty();
    }

    @Override
    public void list(Consumer<String> contentKeys) {}

    @Override
    public void close() {}
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET MAX_LENGTH_INPLACE_LOB 1000000");
      statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, text CHARACTER LARGE OBJECT)");
    }
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      for (int i = 0; i < SHORT_ROWS + LONG_ROWS; i++) {
        insert.setLong(1, i);
        insert.setString(2, i < SHORT_ROWS ? "short" : "x".repeat(LONG_CHARACTERS));
        insert.executeUpdate();
      }
    }
    connection.setAutoCommit(false);
  }

  @Test
  void long_rows_after_many_short_ones_are_read_a_few_at_a_time() throws SQLException {
    for (Optional<String> number : List.of(Optional.<String>empty(), Optional.of("_rowid_"))) {
      try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
        fill(connection);
        Rows rows = new Rows(connection, number);
        List<Damage> damages = new ArrayList<>();
        TableScan scan =
            new TableScan(
                rows, Table.of(connection, "t"), Optional.empty(), List.of(), damages::add);
        int count = 0;
        List<TableScan.Row> part = scan.next();
        while (!part.isEmpty()) {
          long bytes = part.stream().mapToLong(row -> row.line().length).sum();
          assertTrue(bytes <= MAX_PART_BYTES, part.size() + " rows with " + bytes + " bytes");
          count += part.size();
          part = scan.next();
        }
        assertEquals(SHORT_ROWS + LONG_ROWS, count);
        assertEquals(List.of(), damages);
      }
    }
  }
}
