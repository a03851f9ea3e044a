package dev.agentmailbox.examples.benchmarks;

import dev.agentmailbox.store.jdbc.transaction.SyncCoalescer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Baseline of the send benchmark: durable commits of 4 KB rows in a bare H2 database. Concurrent
 * commits share a sync. Thread safe.
 */
final class RawCommits implements AutoCloseable {
  private static final int ROW_BYTES = 4096;

  private final String url;
  private final Connection syncing;
  private final SyncCoalescer sync;
  private final AtomicLong written = new AtomicLong();
  private final ConcurrentLinkedQueue<Connection> opened = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<PreparedStatement> insert = ThreadLocal.withInitial(this::prepare);
  private final byte[] row = new byte[ROW_BYTES];

  RawCommits(Path directory) throws SQLException {
    url = "jdbc:h2:async:" + directory.resolve("raw") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
    syncing = DriverManager.getConnection(url, "sa", "");
    try (Statement statement = syncing.createStatement()) {
      statement.execute("CREATE TABLE entry (id BIGINT PRIMARY KEY, content VARBINARY(4096))");
    }
    sync = new SyncCoalescer("raw-sync", written::get, this::checkpoint);
  }

  private void checkpoint() throws SQLException {
    try (Statement statement = syncing.createStatement()) {
      statement.execute("CHECKPOINT SYNC");
    }
  }

  private PreparedStatement prepare() {
    try {
      Connection connection = DriverManager.getConnection(url, "sa", "");
      opened.add(connection);
      return connection.prepareStatement("INSERT INTO entry VALUES (?, ?)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Inserts one row durably. */
  void commit(int id) {
    try {
      PreparedStatement statement = insert.get();
      statement.setInt(1, id);
      statement.setBytes(2, row);
      statement.executeUpdate();
      sync.awaitDurable(written.incrementAndGet());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    sync.close();
    for (Connection connection : opened) {
      connection.close();
    }
    syncing.close();
  }
}
