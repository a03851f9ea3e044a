package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.Migrations;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.file.Damage;
import dev.agentmailbox.store.jdbc.transfer.file.ExportDirectory;
import dev.agentmailbox.store.jdbc.transfer.file.FileHash;
import dev.agentmailbox.store.jdbc.transfer.file.LineSum;
import dev.agentmailbox.store.jdbc.transfer.file.Lines;
import dev.agentmailbox.store.jdbc.transfer.file.LostContent;
import dev.agentmailbox.store.jdbc.transfer.file.Manifest;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.Table;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an export into an empty store, or an organization into one of PostgreSQL, then compares the
 * store with the manifest: every table by row count and checksum, every raw message by its bytes.
 * An interrupted import resumes.
 */
public final class Import {
  private final ExportDirectory export;
  private final Target target;
  private final Progress progress;
  private final byte[] manifestBytes;
  private final Manifest manifest;

  /**
   * The result of an import.
   *
   * @param differences from the manifest; empty when nothing was lost
   * @param damage how much the export itself lacks
   */
  public record Result(
      long rows, long contents, long bytes, List<Damage> differences, long damage) {}

  /**
   * Opens an export.
   *
   * @throws StoreException it is not complete, or not of this schema
   */
  public Import(Path directory, Target target, Progress progress) throws IOException {
    this.export = new ExportDirectory(directory);
    this.target = target;
    this.progress = progress;
    this.manifestBytes = export.readManifest();
    this.manifest = TransferJson.read(manifestBytes, Manifest.class);
    if (manifest.format() != Manifest.FORMAT) {
      throw new StoreException("the export has the format " + manifest.format(), null);
    }
    if (!manifest.schema().equals(Migrations.schema())) {
      throw new StoreException(
          "the export was written by another version of this program: import with that version, then"
              + " migrate with this one",
          null);
    }
    // Table names become SQL, and unlisted tables would not be compared.
    if (!manifest.tables().stream().map(Manifest.Rows::table).toList().equals(Table.names())) {
      throw new StoreException("the manifest lists different tables than the schema has", null);
    }
    for (String name : manifest.files().keySet()) {
      if (!DataFiles.canBe(name)) {
        throw new StoreException("the manifest lists an invalid file name", null);
      }
    }
  }

  /**
   * Runs it.
   *
   * @param dataDirectory receives the files of the exported data directory
   * @throws StoreException the store is not empty, or cannot be written
   */
  public Result run(Path dataDirectory) throws IOException {
    try {
      if (manifest.organization() != null && target.isShared()) {
        return runShared(manifest.organization());
      }
      ImportProgress noted = ImportProgress.open(target, Sha256.hex(manifestBytes));
      putFiles(dataDirectory);
      putContents();
      for (String name : Table.names()) {
        Table table = Table.of(target.connection(), name);
        new TableImport(target, table, noted, progress).run(export.rows(name));
      }
      progress.say("comparing the store with the export");
      Result result = compare();
      if (result.differences().isEmpty()) {
        noted.end();
        target.checkpoint();
      }
      return result;
    } catch (SQLException e) {
      throw new StoreException("the database failed: SQLState " + e.getSQLState(), null);
    }
  }

  /** Adds an organization to the others in one transaction. */
  private Result runShared(String organizationId) throws IOException, SQLException {
    putContents();
    OrganizationImport rows = new OrganizationImport(target, organizationId, progress);
    rows.run(export);
    progress.say("comparing the store with the export");
    Result result = compare();
    if (result.differences().isEmpty()) {
      rows.end(export);
    }
    return result;
  }

  /**
   * Checks an export before a target is made for it.
   *
   * @throws StoreException there is no complete export in the directory
   */
  public static void requireComplete(Path directory) throws IOException {
    var unused = new ExportDirectory(directory).readManifest();
  }

  /** Whether an import into a database is unfinished. */
  public static boolean isUnfinished(Connection connection) throws SQLException {
    return ImportProgress.isThere(connection);
  }

  private void putFiles(Path dataDirectory) throws IOException {
    OwnerOnly.createDirectories(dataDirectory);
    boolean lacks = manifest.damage() > 0;
    if (lacks) {
      putLost(dataDirectory.resolve(LostContent.FILE));
    }
    for (Map.Entry<String, String> file : manifest.files().entrySet()) {
      // A list of earlier losses, which older exports contain: redundant with the export's own.
      if (!lacks || !file.getKey().equals(LostContent.FILE)) {
        put(file.getKey(), file.getValue(), dataDirectory.resolve(file.getKey()));
      }
    }
  }

  private void putLost(Path place) throws IOException {
    ExportDirectory.requireFile(export.damage());
    // The server reads it at each start, so an oversized one is not written.
    var unused = LostContent.of(export.root());
    if (!Files.exists(place)) {
      DurableFile.write(place, Files.readAllBytes(export.damage()));
    }
  }

  private void put(String name, String sha256, Path place) throws IOException {
    byte[] bytes = ExportDirectory.read(export.file(name), DataFiles.MAX_BYTES);
    if (!Sha256.hex(bytes).equals(sha256)) {
      throw new StoreException("the file " + name + " of the export was modified", null);
    }
    if (!Files.exists(place)) {
      OwnerOnly.createDirectories(place.resolveSibling("").normalize());
      DurableFile.write(place, bytes);
    } else if (!FileHash.of(place).hex().equals(sha256)) {
      throw new StoreException("there is another " + name + " already", null);
    }
  }

  private void putContents() throws IOException {
    long done = 0;
    try (Lines lines = new Lines(export.contentList())) {
      byte[] line = lines.next();
      while (line != null) {
        put(TransferJson.read(line, ContentExport.Entry.class));
        done++;
        progress.step("contents", done);
        line = lines.next();
      }
    }
  }

  private void put(ContentExport.Entry entry) throws IOException {
    Optional<RawMessage> there = target.content().find(entry.contentKey());
    if (there.isEmpty() || there.get().size() != entry.size()) {
      Path file = export.content(entry.sha256());
      ExportDirectory.requireFile(file);
      target.contentStore().restore(entry.contentKey(), RawMessage.in(file));
    }
  }

  private Result compare() throws IOException, SQLException {
    Optional<String> organization = Optional.ofNullable(manifest.organization());
    List<Damage> differences = new ArrayList<>();
    long rows = 0;
    for (Manifest.Rows said : manifest.tables()) {
      if (isMerged(said.table())) {
        rows += said.rows();
        continue;
      }
      LineSum sum = new LineSum();
      TableScan scan =
          new TableScan(
              target,
              Table.of(target.connection(), said.table()),
              organization,
              List.of(),
              differences::add);
      List<TableScan.Row> some = scan.next();
      while (!some.isEmpty()) {
        some.forEach(row -> sum.add(row.line()));
        progress.step("rows of " + said.table() + " compared", sum.lines());
        some = scan.next();
      }
      rows += sum.lines();
      if (sum.lines() != said.rows()) {
        differences.add(
            new Damage("table " + said.table(), sum.lines() + " rows instead of " + said.rows()));
      } else if (!sum.hex().equals(said.sum())) {
        differences.add(new Damage("table " + said.table(), "rows differ from the export"));
      }
    }
    return contents(rows, differences);
  }

  /** Rows of the whole service, which may be there already. */
  private boolean isMerged(String table) {
    return target.isShared()
        && manifest.organization() != null
        && OrganizationRows.areReferredTo(table);
  }

  private Result contents(long rows, List<Damage> differences) throws IOException {
    LineSum sum = new LineSum();
    long bytes = 0;
    try (Lines lines = new Lines(export.contentList())) {
      byte[] line = lines.next();
      while (line != null) {
        sum.add(line);
        ContentExport.Entry said = TransferJson.read(line, ContentExport.Entry.class);
        bytes += said.size();
        Optional<RawMessage> found = target.content().find(said.contentKey());
        if (found.isEmpty() || !FileHash.of(found.get()).hex().equals(said.sha256())) {
          differences.add(new Damage("content " + said.contentKey(), "differs from the export"));
        }
        progress.step("contents compared", sum.lines());
        line = lines.next();
      }
    }
    Manifest.Content said = manifest.content();
    if (sum.lines() != said.keys() || !sum.hex().equals(said.sum())) {
      differences.add(new Damage("content.ndjson", "differs from the manifest"));
    }
    return new Result(rows, sum.lines(), bytes, differences, manifest.damage());
  }
}
