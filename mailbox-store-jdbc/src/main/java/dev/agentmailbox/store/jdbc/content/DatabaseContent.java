package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * Raw messages in the database, in chunks of bounded size, so that every process can access them
 * and one backup contains everything. Content of one chunk is written with the row that refers to
 * it where there is room for it until then, and otherwise in a transaction before. Keys start with
 * the time and so sort by age. Thread safe.
 */
public final class DatabaseContent implements ContentStore {
  /** Inserts content whose first part is all of it or is followed by others. */
  public static final String INSERT =
      """
      INSERT INTO content (content_key, size) VALUES (?, ?) ON CONFLICT DO NOTHING;
      INSERT INTO content_part (content_key, part, bytes) VALUES (?, 0, ?) ON CONFLICT DO NOTHING""";

  /** Chunk size in bytes; shorter content is read with one statement. */
  static final int PART_BYTES = RemoteSpool.MAX_MEMORY_BYTES;

  private static final String TIME = "%012x";
  private static final int SWEEP_BATCH = 1_000;

  /** Sorts after every key. */
  private static final String AFTER_ALL = "~";

  /** Setting with the key up to which the previous sweep went. */
  private static final String SWEPT = "content_swept";

  /** Tolerance for clock skew between processes. */
  private static final Duration SWEEP_MARGIN = Duration.ofHours(1);

  private static final String INSERT_PART =
      "INSERT INTO content_part (content_key, part, bytes) VALUES (?, ?, ?)";

  private static final String FIND =
      """
      SELECT c.size, p.bytes FROM content c
      JOIN content_part p ON p.content_key = c.content_key AND p.part = 0
      WHERE c.content_key = ?""";
  private static final String PART =
      "SELECT bytes FROM content_part WHERE content_key = ? AND part = ?";
  private static final String DELETE_PARTS = "DELETE FROM content_part WHERE content_key = ?";
  private static final String DELETE = "DELETE FROM content WHERE content_key = ?";
  private static final String OLDER =
      """
      SELECT content_key FROM content WHERE content_key > ? AND content_key < ?
      ORDER BY content_key FETCH FIRST ? ROWS ONLY""";

  private static final String SWEPT_TO = "SELECT setting_value FROM setting WHERE name = ?";
  private static final String FIRST_SWEEP =
      "INSERT INTO setting (setting_value, name) VALUES (?, ?) ON CONFLICT DO NOTHING";
  private static final String NEXT_SWEEP = "UPDATE setting SET setting_value = ? WHERE name = ?";

  private final DataSource reading;
  private final DataSource writing;
  private final UnwrittenContent unwritten;
  private final Clock clock;
  private final IdFactory ids;
  private final Duration grace;

  /**
   * Content in the tables {@code content} and {@code content_part}.
   *
   * @param unwritten takes what is written with the row that refers to it
   * @param clock for keys
   * @param grace a sweep skips younger content, whose row another process may be about to write
   */
  public DatabaseContent(
      DataSource reading,
      DataSource writing,
      UnwrittenContent unwritten,
      Clock clock,
      Duration grace) {
    this.reading = reading;
    this.writing = writing;
    this.unwritten = unwritten;
    this.clock = clock;
    this.ids = new IdFactory(clock);
    this.grace = grace;
  }

  @Override
  public Spool spool() {
    return new RemoteSpool(this::keep);
  }

  private String keep(RawMessage whole) throws IOException {
    String key = TIME.formatted(clock.millis()) + ids.token();
    try (InputStream in = whole.open()) {
      if (whole.size() <= PART_BYTES) {
        byte[] content = in.readAllBytes();
        if (!unwritten.add(key, content)) {
          writeUnwritten();
          store(key, content);
        }
        return key;
      }
      store(key, whole.size(), in, List.of());
    }
    return key;
  }

  @Override
  public void restore(String contentKey, RawMessage bytes) throws IOException {
    if (!ContentPath.KEY.matcher(contentKey).matches()) {
      throw new IOException("not a content key: " + contentKey);
    }
    try (InputStream in = bytes.open()) {
      store(contentKey, bytes.size(), in, List.of(DELETE_PARTS, DELETE));
    }
  }

  /** Writes what no row refers to yet, or ever will: a sweep finds it. */
  private void writeUnwritten() throws IOException {
    for (String key : unwritten.keys()) {
      byte[] content = unwritten.find(key);
      if (content != null) {
        store(key, content);
        unwritten.remove(key);
      }
    }
  }

  private void store(String key, byte[] content) throws IOException {
    store(key, content.length, new ByteArrayInputStream(content), List.of());
  }

  private void store(String key, long size, InputStream in, List<String> before)
      throws IOException {
    try (Connection connection = writing.getConnection()) {
      connection.setAutoCommit(false);
      boolean committed = false;
      try {
        run(connection, before, key);
        insert(connection, key, size, in);
        connection.commit();
        committed = true;
      } finally {
        if (!committed) {
          connection.rollback();
        }
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static void run(Connection connection, List<String> statements, String key)
      throws SQLException {
    for (String sql : statements) {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, key);
        statement.executeUpdate();
      }
    }
  }

  private static void insert(Connection connection, String key, long size, InputStream in)
      throws SQLException, IOException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setString(1, key);
      insert.setLong(2, size);
      insert.setString(3, key);
      insert.setBytes(4, in.readNBytes(PART_BYTES));
      insert.executeUpdate();
    }
    byte[] more = in.readNBytes(PART_BYTES);
    for (int part = 1; more.length > 0; part++) {
      try (PreparedStatement insert = connection.prepareStatement(INSERT_PART)) {
        insert.setString(1, key);
        insert.setInt(2, part);
        insert.setBytes(3, more);
        insert.executeUpdate();
      }
      more = in.readNBytes(PART_BYTES);
    }
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    if (!ContentPath.KEY.matcher(contentKey).matches()) {
      return Optional.empty();
    }
    byte[] kept = unwritten.find(contentKey);
    if (kept != null) {
      return Optional.of(RawMessage.of(kept));
    }
    try (Connection connection = reading.getConnection();
        PreparedStatement find = connection.prepareStatement(FIND)) {
      find.setString(1, contentKey);
      try (ResultSet rows = find.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        long size = rows.getLong(1);
        byte[] first = rows.getBytes(2);
        return Optional.of(
            first.length == size
                ? RawMessage.of(first)
                : RawMessage.of(
                    size, () -> new PartsInputStream(size, part -> part(contentKey, part))));
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private byte[] part(String key, int part) throws IOException {
    try (Connection connection = reading.getConnection();
        PreparedStatement find = connection.prepareStatement(PART)) {
      find.setString(1, key);
      find.setInt(2, part);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? rows.getBytes(1) : new byte[0];
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void delete(String contentKey) throws IOException {
    if (unwritten.remove(contentKey) || !ContentPath.KEY.matcher(contentKey).matches()) {
      return;
    }
    try (Connection connection = writing.getConnection()) {
      // Chunks first: after a crash in between, the other row still leads to the rest.
      run(connection, List.of(DELETE_PARTS, DELETE), contentKey);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * As specified by the port, limited to content written since the previous sweep and older than
   * the grace period.
   */
  @Override
  public int sweep(Predicate<String> isNamed) throws IOException {
    writeUnwritten();
    long end = clock.millis() - grace.toMillis();
    String until = TIME.formatted(Math.max(0, end));
    int removed = 0;
    String after = sweptTo();
    List<String> keys = older(after, until);
    while (!keys.isEmpty()) {
      for (String key : keys) {
        if (!isNamed.test(key)) {
          delete(key);
          removed++;
        }
      }
      after = keys.get(keys.size() - 1);
      keys = older(after, until);
    }
    noteSwept(TIME.formatted(Math.max(0, end - SWEEP_MARGIN.toMillis())));
    return removed;
  }

  @Override
  public void list(Consumer<String> contentKeys) throws IOException {
    writeUnwritten();
    List<String> keys = older("", AFTER_ALL);
    while (!keys.isEmpty()) {
      keys.forEach(contentKeys);
      keys = older(keys.get(keys.size() - 1), AFTER_ALL);
    }
  }

  private String sweptTo() throws IOException {
    try (Connection connection = reading.getConnection();
        PreparedStatement find = connection.prepareStatement(SWEPT_TO)) {
      find.setString(1, SWEPT);
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? rows.getString(1) : "";
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void noteSwept(String key) throws IOException {
    try (Connection connection = writing.getConnection()) {
      for (String sql : List.of(FIRST_SWEEP, NEXT_SWEEP)) {
        try (PreparedStatement note = connection.prepareStatement(sql)) {
          note.setString(1, key);
          note.setString(2, SWEPT);
          note.executeUpdate();
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private List<String> older(String after, String until) throws IOException {
    List<String> keys = new ArrayList<>();
    try (Connection connection = reading.getConnection();
        PreparedStatement find = connection.prepareStatement(OLDER)) {
      find.setString(1, after);
      find.setString(2, until);
      find.setInt(3, SWEEP_BATCH);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          keys.add(rows.getString(1));
        }
      }
    } catch (SQLException e) {
      throw failed(e);
    }
    return keys;
  }

  /** Omits the driver's message, which may quote values. */
  private static IOException failed(SQLException failure) {
    return new IOException("the database failed: SQLState " + failure.getSQLState());
  }
}
