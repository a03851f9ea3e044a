package dev.agentmailbox.store.jdbc.transfer.file;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The layout of an export, see docs/export-format.md. Readable by its owner only. */
public record ExportDirectory(Path root) {
  static final String PART = ".part";

  private static final int MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

  /** Number of content directories, by hash prefix. */
  private static final int SPREAD = 2;

  /** The progress file of an unfinished export. */
  public record Unfinished(String mark, String table, List<Object> key, long bytes) {}

  Path manifest() {
    return root.resolve("manifest.json");
  }

  private Path unfinished() {
    return root.resolve("unfinished.json");
  }

  public Path rows(String table) {
    return root.resolve("rows").resolve(table + ".ndjson");
  }

  public Path contentList() {
    return root.resolve("content.ndjson");
  }

  public Path damage() {
    return root.resolve(LostContent.FILE);
  }

  public Path file(String name) {
    return root.resolve("files").resolve(name);
  }

  public Path content(String sha256) {
    return root.resolve("content").resolve(sha256.substring(0, SPREAD)).resolve(sha256 + ".eml");
  }

  public Path scratch() {
    return root.resolve("scratch");
  }

  public static Path part(Path file) {
    return file.resolveSibling(file.getFileName() + PART);
  }

  /**
   * Prepares the directory for an export.
   *
   * @return the progress of an unfinished export of the same mark
   * @throws StoreException it has other content
   */
  public Optional<Unfinished> begin(String mark) throws IOException {
    OwnerOnly.createDirectories(root);
    if (Files.exists(manifest())) {
      throw new StoreException("there is a complete export in " + root, null);
    }
    Optional<Unfinished> found = readUnfinished();
    if (found.isEmpty() && !isEmpty()) {
      throw new StoreException(root + " is not empty and not an unfinished export", null);
    }
    // Only after it is known to be an export.
    OwnerOnly.restrict(root);
    boolean mayContinue =
        found.filter(there -> !mark.isEmpty() && there.mark().equals(mark)).isPresent()
            && !Files.exists(damage());
    if (!mayContinue) {
      // Content is immutable; rows must be from one snapshot.
      Trees.delete(root.resolve("rows"));
      Files.deleteIfExists(damage());
      Files.deleteIfExists(contentList());
      Files.deleteIfExists(part(contentList()));
      note(new Unfinished(mark, "", List.of(), 0));
    }
    Trees.delete(scratch());
    for (Path directory : List.of(rows(""), content("--"), file(""), scratch())) {
      OwnerOnly.createDirectories(
          directory.equals(scratch()) || directory.equals(file(""))
              ? directory
              : parent(directory));
    }
    return mayContinue ? found : Optional.empty();
  }

  private static Path parent(Path file) {
    return file.resolveSibling("").normalize();
  }

  private Optional<Unfinished> readUnfinished() throws IOException {
    return Files.exists(unfinished())
        ? Optional.of(TransferJson.read(Files.readAllBytes(unfinished()), Unfinished.class))
        : Optional.empty();
  }

  private boolean isEmpty() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      return entries.findAny().isEmpty();
    }
  }

  public void note(Unfinished state) throws IOException {
    DurableFile.write(unfinished(), TransferJson.pretty(state));
  }

  /** Marks the export as complete. */
  public void end(Manifest manifest) throws IOException {
    Trees.delete(scratch());
    Trees.sync(root);
    DurableFile.write(manifest(), TransferJson.pretty(manifest));
    Files.delete(unfinished());
    DirectorySync.sync(root);
  }

  /**
   * Reads the manifest of a complete export.
   *
   * @throws StoreException missing or too large
   */
  public byte[] readManifest() throws IOException {
    if (!Files.exists(manifest())) {
      throw new StoreException("there is no complete export in " + root, null);
    }
    return read(manifest(), MAX_MANIFEST_BYTES);
  }

  /**
   * Reads a small file of an export, without following links.
   *
   * @throws StoreException missing or not a regular file
   */
  public static byte[] read(Path file, int maxBytes) throws IOException {
    requireFile(file);
    if (Files.size(file) > maxBytes) {
      throw new StoreException("too long for an export: " + file, null);
    }
    return Files.readAllBytes(file);
  }

  /** An export must not make the import read other local files. */
  public static void requireFile(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new StoreException("the export lacks the file " + file, null);
    }
  }

  /** Syncs a file and renames it; the directory entry is not synced yet. */
  public static void complete(Path part, Path file) throws IOException {
    DurableFile.force(part);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
