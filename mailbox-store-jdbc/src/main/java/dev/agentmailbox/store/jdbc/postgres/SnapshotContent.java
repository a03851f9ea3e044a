package dev.agentmailbox.store.jdbc.postgres;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.store.jdbc.content.PartsInputStream;
import dev.agentmailbox.store.jdbc.transfer.StoredContent;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Raw messages of a database as one transaction sees them. Used by one thread. */
final class SnapshotContent implements StoredContent {
  private static final int PAGE_ROWS = 10_000;
  private static final String FIND = "SELECT size FROM content WHERE content_key = ?";
  private static final String PART =
      "SELECT bytes FROM content_part WHERE content_key = ? AND part = ?";
  private static final String LIST =
      "SELECT content_key FROM content WHERE content_key > ? ORDER BY content_key LIMIT "
          + PAGE_ROWS;

  private final Connection connection;

  SnapshotContent(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    try (PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setString(1, contentKey);
      try (ResultSet row = find.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        long size = row.getLong(1);
        return Optional.of(
            RawMessage.of(size, () -> new PartsInputStream(size, part -> part(contentKey, part))));
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private byte[] part(String key, int part) throws IOException {
    try (PreparedStatement find = connection.prepareStatement(PART)) {
      find.setString(1, key);
      find.setInt(2, part);
      try (ResultSet row = find.executeQuery()) {
        return row.next() ? row.getBytes(1) : new byte[0];
      }
    } catch (SQLException e) {
      throw failed(e);
    }
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
    List<String> keys = new ArrayList<>();
    try (PreparedStatement list = connection.prepareStatement(LIST)) {
      list.setString(1, after);
      try (ResultSet rows = list.executeQuery()) {
        while (rows.next()) {
          keys.add(rows.getString(1));
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
    return keys;
  }

  private static IOException failed(SQLException failure) {
    return new IOException("the database failed: SQLState " + failure.getSQLState());
  }
}
