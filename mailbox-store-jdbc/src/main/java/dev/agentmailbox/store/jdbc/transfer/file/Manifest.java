package dev.agentmailbox.store.jdbc.transfer.file;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The manifest of an export, written last.
 *
 * @param format {@link #FORMAT}
 * @param madeAt ISO 8601
 * @param schema migrations with their checksums
 * @param organization the only one that was exported; null for everything
 * @param files other files of the data directory: SHA-256 by name
 * @param damage number of damage entries, see {@code damage.ndjson}
 */
public record Manifest(
    int format,
    String madeAt,
    Map<Integer, Long> schema,
    @Nullable String organization,
    List<Rows> tables,
    Content content,
    Map<String, String> files,
    long damage) {
  public static final int FORMAT = 1;

  /** Refuses missing parts: it may come from anywhere. */
  public Manifest {
    Objects.requireNonNull(madeAt);
    Objects.requireNonNull(schema);
    Objects.requireNonNull(content);
    tables = List.copyOf(tables);
    files = new TreeMap<>(files);
  }

  /**
   * Rows of a table.
   *
   * @param sum {@link LineSum} of its lines
   */
  public record Rows(String table, long rows, String sum) {}

  /**
   * Raw messages.
   *
   * @param bytes total size, counting each key
   * @param sum {@link LineSum} of the lines of {@code content.ndjson}
   */
  public record Content(long keys, long bytes, String sum) {}

  /** Rows of all tables. */
  public long rows() {
    return tables.stream().mapToLong(Rows::rows).sum();
  }
}
