package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.sql.Dialect;
import dev.agentmailbox.store.jdbc.sql.SqlFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Migrates an empty or older schema to the present one. Migrations are numbered SQL files, never
 * edited once released; applied ones are recorded with a checksum, so that edits are detected and a
 * file added late is still applied.
 *
 * <p>Each file runs in one transaction where the database supports transactional DDL; elsewhere a
 * half-applied file fails again until the data is restored. Called by one thread before the store
 * is used.
 */
public final class Migrations {
  /** The first is the schema of version 0.1.0. */
  static final List<String> FILES =
      List.of(
          "0001_first.sql",
          "0002_organization_first.sql",
          "0003_send_edit.sql",
          "0004_audit.sql",
          "0005_rules.sql",
          "0006_push.sql",
          "0007_search_name.sql",
          "0008_mention.sql");

  private static final String VERSIONS =
      """
      CREATE TABLE IF NOT EXISTS schema_version (
        version INT NOT NULL PRIMARY KEY,
        name VARCHAR(200) NOT NULL,
        checksum BIGINT NOT NULL,
        applied_at BIGINT NOT NULL
      )""";

  private static final String HAS_VERSIONS =
      """
      SELECT 1 FROM information_schema.tables
      WHERE table_schema = CURRENT_SCHEMA AND LOWER(table_name) = 'schema_version'""";

  /** The version recorded in the schema's history during an import. */
  public static final int IMPORTING = 0;

  private static final Pattern TABLE = Pattern.compile("(?m)^CREATE TABLE (\\w+)");

  private final Dialect dialect;
  private final Clock clock;
  private final List<String> files;

  public Migrations(Dialect dialect, Clock clock) {
    this(dialect, clock, FILES);
  }

  Migrations(Dialect dialect, Clock clock, List<String> files) {
    this.dialect = dialect;
    this.clock = clock;
    this.files = files;
  }

  /** All tables created by the migrations, in order. */
  public static List<String> tables() {
    return FILES.stream()
        .flatMap(file -> TABLE.matcher(read(file)).results())
        .map(table -> table.group(1))
        .toList();
  }

  /** The present schema: its migrations with their checksums, by number. */
  public static Map<Integer, Long> schema() {
    Map<Integer, Long> schema = new TreeMap<>();
    FILES.forEach(file -> schema.put(versionOf(file), checksum(read(file))));
    return schema;
  }

  /**
   * The migrations applied to a database, in the format of {@link #schema}; empty before the first.
   */
  public static Map<Integer, Long> schemaOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return hasVersions(statement) ? new TreeMap<>(applied(statement)) : Map.of();
    }
  }

  private static boolean hasVersions(Statement statement) throws SQLException {
    try (ResultSet versions = statement.executeQuery(HAS_VERSIONS)) {
      return versions.next();
    }
  }

  /**
   * Refuses data that this program cannot open; read-only.
   *
   * @throws StoreException the schema is newer than this program or older than its first version,
   *     or an import was not finished
   */
  public void requireKnown(Connection connection) {
    try {
      requireKnown(schemaOf(connection));
    } catch (SQLException e) {
      throw SqlFailure.storeException(e);
    }
  }

  /**
   * Applies missing migrations; turns auto-commit off meanwhile.
   *
   * @throws StoreException as {@link #requireKnown}, or a migration was edited since it ran
   */
  public void apply(Connection connection) {
    try {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(VERSIONS);
        for (String lock : dialect.lockSchema()) {
          statement.execute(lock);
        }
        Map<Integer, Long> applied = applied(statement);
        requireKnown(applied);
        for (String file : files) {
          applyOne(connection, file, applied);
        }
        connection.commit();
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw SqlFailure.storeException(e);
    }
  }

  private static Map<Integer, Long> applied(Statement statement) throws SQLException {
    Map<Integer, Long> applied = new HashMap<>();
    try (ResultSet rows = statement.executeQuery("SELECT version, checksum FROM schema_version")) {
      while (rows.next()) {
        applied.put(rows.getInt(1), rows.getLong(2));
      }
    }
    return applied;
  }

  private void requireKnown(Map<Integer, Long> applied) {
    Set<Integer> known = new HashSet<>();
    files.forEach(file -> known.add(versionOf(file)));
    if (applied.containsKey(IMPORTING)) {
      throw new StoreException(
          "an import of this data was not finished: run it again, or start with an empty store",
          null);
    }
    String first = files.get(0);
    if (!applied.isEmpty() && !checksum(read(first)).equals(applied.get(versionOf(first)))) {
      throw new StoreException(
          "the data was created before version 0.1.0 and cannot be opened: start with an empty data"
              + " directory or database",
          null);
    }
    for (int version : applied.keySet()) {
      if (!known.contains(version)) {
        throw new StoreException(
            "the data was written by a newer version of this program (schema " + version + ")",
            null);
      }
    }
  }

  /** The number at the start of a file name. */
  private static int versionOf(String file) {
    return Integer.parseInt(file.substring(0, file.indexOf('_')));
  }

  private void applyOne(Connection connection, String name, Map<Integer, Long> applied)
      throws SQLException {
    int version = versionOf(name);
    String text = read(name);
    Long checksum = checksum(text);
    Long before = applied.get(version);
    if (before != null) {
      if (!before.equals(checksum)) {
        throw new StoreException(
            "migration " + name + " differs from the one applied to the data", null);
      }
      return;
    }
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements(text)) {
        statement.execute(sql);
      }
    }
    try (PreparedStatement note =
        connection.prepareStatement(
            "INSERT INTO schema_version (version, name, checksum, applied_at) VALUES (?, ?, ?,"
                + " ?)")) {
      note.setInt(1, version);
      note.setString(2, name);
      note.setLong(3, checksum);
      note.setLong(4, clock.millis());
      note.executeUpdate();
    }
  }

  /** The statements of a file, separated by semicolons at line ends, without comment lines. */
  private List<String> statements(String text) {
    String sql =
        text.lines().filter(line -> !line.startsWith("--")).reduce("", (a, b) -> a + b + '\n');
    for (Map.Entry<String, String> variable : dialect.schemaVariables().entrySet()) {
      sql = sql.replace("${" + variable.getKey() + "}", variable.getValue());
    }
    return List.of(sql.split(";\n")).stream().map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static String read(String name) {
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no migration " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new StoreException("migration " + name + " cannot be read", e);
    }
  }

  private static Long checksum(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
