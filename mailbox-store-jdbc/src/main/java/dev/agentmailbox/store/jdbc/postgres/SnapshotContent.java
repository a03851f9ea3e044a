package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.PartsInputStream;
import dev.agentmailbox.store.jdbc.transfer.StoredContent;
import dev.agentmailbox.store.jdbc.transfer.TransferStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Raw messages of a database as one transaction sees them. A read failure does not abort the
 * transaction, so others can still be read. Used by one thread.
 */
final class SnapshotContent implements StoredContent {
  private static final int PAGE_ROWS = 10_000;
  private static final String FIND = "SELECT size FROM content WHERE content_key = ?";
  private static final String PART =
      "SELECT bytes FROM content_part WHERE content_key = ? AND part = ?";
  private static final String LIST =
      "SELECT content_key FROM content WHERE content_key > ? ORDER BY content_key LIMIT "
          + PAGE_ROWS;

  private final Connection connection;

  /** The savepoint before the first query; one suffices because nothing is written. */
  private @Nullable Savepoint before;

  SnapshotContent(Connection connection) {
    this.connection = connection;
  }

  private interface Question<T> {
    T ask(PreparedStatement statement) throws SQLException;
  }

  /**
   * Runs a query.
   *
   * @throws IOException this content cannot be read
   * @throws StoreException the connection is unusable
   */
  private <T> T ask(String sql, Question<T> question) throws IOException {
    try {
      if (before == null) {
        before = connection.setSavepoint();
      }
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        return question.ask(statement);
      } catch (SQLException e) {
        if (TransferStore.isGone(e)) {
          throw e;
        }
        connection.rollback(before);
        throw new IOException(words(e));
      }
    } catch (SQLException e) {
      throw new StoreException(words(e), null);
    }
  }

  /** Omits the driver's message, which may quote values. */
  private static String words(SQLException failure) {
    return "the database failed: SQLState " + failure.getSQLState();
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    return ask(
        FIND,
        find -> {
          find.setString(1, contentKey);
          try (ResultSet row = find.executeQuery()) {
            if (!row.next()) {
              return Optional.empty();
            }
            long size = row.getLong(1);
            return Optional.of(
                RawMessage.of(
                    size, () -> new PartsInputStream(size, part -> part(contentKey, part))));
          }
        });
  }

  private byte[] part(String key, int part) throws IOException {
    return ask(
        PART,
        find -> {
          find.setString(1, key);
          find.setInt(2, part);
          try (ResultSet row = find.executeQuery()) {
            return row.next() ? row.getBytes(1) : new byte[0];
          }
        });
  }

  @Override
  public void list(Consumer<String> contentKeys) throws IOException {
    String after = "";
    List<String> keys = page(after);
    while (!keys.isEmpty()) {
      keys.forEach(contentKeys);
      keys = page(keys.get(keys.size() - 1));
    }
  }

  private List<String> page(String after) throws IOException {
    return ask(
        LIST,
        list -> {
          list.setString(1, after);
          List<String> keys = new ArrayList<>();
          try (ResultSet rows = list.executeQuery()) {
            while (rows.next()) {
              keys.add(rows.getString(1));
            }
          }
          return keys;
        });
  }
}
