package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.transfer.file.ContentRef;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.FileHash;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Verifies a whole store, read-only: every row, every referenced raw message with its size and, if
 * recorded, hash, and referential integrity.
 */
public final class Verification {
  private final Source source;
  private final Progress progress;
  private final Consumer<Damage> told;
  private long rows;
  private long contents;
  private long bytes;
  private long unnamed;
  private long damages;

  /**
   * The result.
   *
   * @param tables rows by table
   * @param contents referenced and readable contents
   * @param unnamed orphaned contents: not damage, but left by crashes
   */
  public record Result(
      Map<String, Long> tables, long rows, long contents, long bytes, long unnamed, long damage) {}

  /** Prepares a verification, which reports damage as it is found. */
  public Verification(Source source, Progress progress, Consumer<Damage> told) {
    this.source = source;
    this.progress = progress;
    this.told = told;
  }

  private void damaged(Damage damage) {
    damages++;
    told.accept(damage);
  }

  /**
   * Runs the verification.
   *
   * @param scratch an empty directory for temporary files
   * @param lists further lists of contents, in the format of an export
   */
  public Result run(Path scratch, List<Path> lists) throws IOException {
    source.damage().forEach(this::damaged);
    Map<String, Long> tables = new TreeMap<>();
    try (ContentKeys named = new ContentKeys(scratch.resolve("named"));
        ContentKeys stored = new ContentKeys(scratch.resolve("stored"));
        ContentKeys known = new ContentKeys(scratch.resolve("known"))) {
      for (String table : Table.names()) {
        tables.put(table, read(table, named));
      }
      stored.addAll(source.content());
      for (Path list : lists) {
        known.addAll("content", list, this::damaged);
      }
      named.end();
      stored.end();
      known.end();
      for (int file = 0; file < ContentKeys.FILES; file++) {
        check(named.read(file), stored.read(file), known.read(file));
      }
      checkReferences();
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
    return new Result(tables, rows, contents, bytes, unnamed, damages);
  }

  private long read(String name, ContentKeys named) throws IOException, SQLException {
    long count = 0;
    try {
      Table table = Table.of(source.connection(), name);
      TableScan scan = new TableScan(source, table, Optional.empty(), List.of(), this::damaged);
      List<TableScan.Row> some = scan.next();
      while (!some.isEmpty()) {
        for (TableScan.Row row : some) {
          Optional<ContentRef> ref =
              table.namesContent()
                  ? ContentRef.of(name, row.line(), this::damaged)
                  : Optional.empty();
          if (ref.isPresent()) {
            named.add(ref.get());
          }
        }
        count += some.size();
        progress.step("rows of " + name, count);
        some = scan.next();
      }
    } catch (SQLException e) {
      if (source.rowNumber().isEmpty()) {
        throw e;
      }
      damaged(new Damage("table " + name, "cannot be opened"));
    }
    rows += count;
    return count;
  }

  private void check(
      SortedMap<String, ContentRef> named,
      SortedMap<String, ContentRef> stored,
      SortedMap<String, ContentRef> known)
      throws IOException {
    Map<String, ContentRef> lost = new HashMap<>(stored);
    lost.keySet().removeAll(named.keySet());
    unnamed += lost.size();
    for (ContentRef ref : named.values()) {
      ContentRef more = known.get(ref.contentKey());
      check(more == null ? ref : ref.and(more));
      progress.step("contents", contents);
    }
  }

  private void check(ContentRef ref) throws IOException {
    String place = "content " + ref.contentKey();
    try {
      Optional<RawMessage> found = source.content().find(ref.contentKey());
      if (found.isEmpty()) {
        damaged(new Damage(place, "is missing"));
        return;
      }
      FileHash hash = FileHash.of(found.get());
      String wrong =
          ContentExport.difference(
              ref, new ContentExport.Entry(ref.contentKey(), hash.hex(), hash.size()));
      if (!wrong.isEmpty()) {
        damaged(new Damage(place, wrong));
      }
      contents++;
      bytes += hash.size();
    } catch (IOException e) {
      ContentExport.requireThere(e);
      damaged(new Damage(place, "cannot be read"));
    }
  }

  private void checkReferences() throws SQLException {
    try {
      References.check(source.connection(), this::damaged);
    } catch (SQLException e) {
      if (damages == 0) {
        throw e;
      }
      damaged(new Damage("references", "cannot be checked because of what is damaged"));
    }
  }
}
