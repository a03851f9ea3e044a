package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.DamageLog;
import dev.agentmailbox.store.jdbc.transfer.file.ExportDirectory;
import dev.agentmailbox.store.jdbc.transfer.file.LineFile;
import dev.agentmailbox.store.jdbc.transfer.file.LineSum;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.LostContent;
import dev.agentmailbox.store.jdbc.transfer.file.Manifest;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a store, or one organization of it, to a directory: rows as NDJSON, raw messages as files,
 * finally the manifest. Unreadable data is reported and left out. An interrupted export resumes
 * when the store is unchanged; otherwise it keeps only its raw messages.
 */
public final class Export {
  private final Source source;
  private final Optional<String> organization;
  private final ExportDirectory directory;
  private final Progress progress;
  private final Clock clock;

  /** The result of an export. */
  public record Result(long rows, long contents, long bytes, long damage) {}

  /** Of everything. */
  public Export(Source source, Path directory, Progress progress, Clock clock) {
    this(source, Optional.empty(), directory, progress, clock);
  }

  /**
   * Of one organization, with the people and clients that it refers to.
   *
   * @param organization empty for everything
   */
  public Export(
      Source source,
      Optional<String> organization,
      Path directory,
      Progress progress,
      Clock clock) {
    this.source = source;
    this.organization = organization;
    this.directory = new ExportDirectory(directory);
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs it.
   *
   * @param files other files of the data directory, by name
   * @throws StoreException the directory has other content, or the database is unavailable
   */
  public Result run(Map<String, Path> files) throws IOException {
    requireOrganization();
    Optional<ExportDirectory.Unfinished> before = directory.begin(mark());
    before.ifPresent(at -> progress.say("resuming an unfinished export"));
    try (DamageLog damages = new DamageLog(directory.damage(), progress)) {
      source.damage().forEach(damages);
      List<Manifest.Rows> tables = new ArrayList<>();
      for (String table : Table.names()) {
        tables.add(
            export(table, before.filter(at -> at.table().equals(table)).orElse(null), damages));
      }
      Manifest.Content content = content(damages);
      Manifest manifest =
          new Manifest(
              Manifest.FORMAT,
              clock.instant().toString(),
              Migrations.schema(),
              organization.orElse(null),
              tables,
              content,
              copy(files),
              damages.count());
      directory.end(manifest);
      return new Result(manifest.rows(), content.keys(), content.bytes(), damages.count());
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
  }

  private Manifest.Rows export(
      String name, ExportDirectory.@Nullable Unfinished at, DamageLog damages)
      throws IOException, SQLException {
    Path file = directory.rows(name);
    if (Files.exists(file)) {
      LineSum sum = new LineSum();
      Lines.sum(file, sum);
      return new Manifest.Rows(name, sum.lines(), sum.hex());
    }
    try (LineFile out = new LineFile(file, at == null ? 0 : at.bytes())) {
      try {
        Table table = Table.of(source.connection(), name);
        List<Object> after = at == null ? List.of() : at.key();
        write(new TableScan(source, table, organization, after, damages), name, out);
      } catch (SQLException e) {
        if (source.rowNumber().isEmpty()) {
          throw e;
        }
        damages.accept(new Damage("table " + name, "cannot be opened"));
      }
      out.complete();
      return new Manifest.Rows(name, out.sum().lines(), out.sum().hex());
    }
  }

  private void write(TableScan scan, String table, LineFile out) throws IOException, SQLException {
    List<TableScan.Row> rows = scan.next();
    while (!rows.isEmpty()) {
      for (TableScan.Row row : rows) {
        out.write(row.line());
      }
      if (progress.step("rows of " + table, out.sum().lines())) {
        directory.note(
            new ExportDirectory.Unfinished(
                mark(), table, rows.get(rows.size() - 1).key(), out.sync()));
      }
      rows = scan.next();
    }
  }

  private void requireOrganization() {
    try {
      if (organization.isPresent()
          && !OrganizationRows.exists(source.connection(), organization.get())) {
        throw new StoreException("there is no organization " + organization.get(), null);
      }
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
  }

  private String mark() {
    String mark = source.mark();
    return mark.isEmpty() ? "" : organization.map(id -> mark + " " + id).orElse(mark);
  }

  private Manifest.Content content(DamageLog damages) throws IOException, SQLException {
    try (ContentKeys keys = new ContentKeys(directory.scratch().resolve("keys"))) {
      for (String name : Table.names()) {
        if (Files.size(directory.rows(name)) > 0 && namesContent(name)) {
          keys.addAll(name, directory.rows(name), damages);
        }
      }
      if (damages.count() > 0 && organization.isEmpty()) {
        // Rows may be lost while their raw messages are intact.
        keys.addAll(source.content());
      }
      keys.end();
      return new ContentExport(source.content(), directory, damages, progress).run(keys);
    }
  }

  private boolean namesContent(String name) throws SQLException {
    return Table.of(source.connection(), name).namesContent();
  }

  private Map<String, String> copy(Map<String, Path> files) throws IOException {
    Map<String, String> copied = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      if (file.getKey().equals(LostContent.FILE)) {
        // Content lost before is missing now and is listed by the export itself.
        continue;
      }
      byte[] bytes = Files.readAllBytes(file.getValue());
      Path copy = directory.file(file.getKey());
      OwnerOnly.createDirectories(copy.resolveSibling("").normalize());
      DurableFile.write(copy, bytes);
      copied.put(file.getKey(), Sha256.hex(bytes));
    }
    return copied;
  }
}
