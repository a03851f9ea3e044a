package dev.agentmailbox.store.jdbc.transfer;

import dev.agentmailbox.hash.Sha256;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.ContentPath;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.transfer.file.LineFile;
import dev.agentmailbox.store.jdbc.transfer.file.Progress;
import dev.agentmailbox.store.jdbc.transfer.file.TransferJson;
import dev.agentmailbox.store.jdbc.transfer.file.Trees;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies a data directory so that a server can start on the copy: first a snapshot of the database,
 * then the raw messages it refers to, which must not be deleted meanwhile, then the other files.
 * Written under a temporary name until complete and durable.
 */
public final class DirectoryBackup {
  /** Marks a complete backup until a server is started on it. */
  public static final String MARKER = DataFiles.MARKER;

  /** Lists the raw messages with their hashes, as in an export. */
  public static final String CONTENTS = DataFiles.CONTENTS;

  private static final String CONTENT = "content";
  private static final String UNFINISHED = ".unfinished";

  private final Path data;
  private final Path target;
  private final Path unfinished;
  private final Progress progress;
  private final Clock clock;
  private long contents;
  private long bytes;

  /** Writes a durable snapshot of the database to a directory. */
  @FunctionalInterface
  public interface DatabaseCopy {
    /** Returns its size in bytes. */
    long copyTo(Path directory) throws IOException;
  }

  /** The contents of a backup. */
  public record Result(String madeAt, long databaseBytes, long contents, long contentBytes) {}

  /** Creates a backup of a data directory at a path that does not exist yet. */
  public DirectoryBackup(Path data, Path target, Progress progress, Clock clock) {
    this.data = data.toAbsolutePath().normalize();
    this.target = target.toAbsolutePath().normalize();
    this.unfinished = this.target.resolveSibling(this.target.getFileName() + UNFINISHED);
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Runs the backup. Raw messages must not be deleted meanwhile.
   *
   * @throws StoreException the target exists
   */
  public Result run(DatabaseCopy database) throws IOException {
    if (target.startsWith(data)) {
      throw new StoreException("a backup must not be inside the data directory", null);
    }
    if (Files.exists(target)) {
      throw new StoreException("the target already exists: " + target, null);
    }
    Trees.delete(unfinished);
    OwnerOnly.createDirectories(unfinished);
    String madeAt = clock.instant().toString();
    long databaseBytes = database.copyTo(unfinished);
    progress.step("bytes of the database", databaseBytes);
    copyContents();
    for (Map.Entry<String, Path> file : DataFiles.of(data, progress).entrySet()) {
      Path copy = unfinished.resolve(file.getKey());
      OwnerOnly.createDirectories(copy.resolveSibling("").normalize());
      DurableFile.write(copy, Files.readAllBytes(file.getValue()));
    }
    Result result = new Result(madeAt, databaseBytes, contents, bytes);
    DurableFile.write(unfinished.resolve(MARKER), TransferJson.pretty(result));
    Trees.sync(unfinished);
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    DirectorySync.sync(target.resolveSibling("."));
    return result;
  }

  private void copyContents() throws IOException {
    Path from = data.resolve(CONTENT);
    OwnerOnly.createDirectories(unfinished.resolve(CONTENT));
    try (LineFile list = new LineFile(unfinished.resolve(CONTENTS), 0);
        Stream<Path> directories = Files.list(from)) {
      for (Path directory : directories.filter(Files::isDirectory).toList()) {
        copy(directory, list);
      }
      list.complete();
    }
  }

  private void copy(Path directory, LineFile list) throws IOException {
    Path to = unfinished.resolve(CONTENT).resolve(directory.getFileName());
    OwnerOnly.createDirectories(to);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        copy(file, to.resolve(file.getFileName()), list);
      }
    }
  }

  private void copy(Path file, Path copy, LineFile list) throws IOException {
    MessageDigest digest = Sha256.digest();
    long size;
    try (InputStream in = Files.newInputStream(file);
        FileChannel channel = OwnerOnly.create(copy);
        OutputStream out = new DigestOutputStream(Channels.newOutputStream(channel), digest)) {
      size = in.transferTo(out);
      channel.force(false);
    } catch (NoSuchFileException e) {
      // An abandoned write: no row refers to it.
      return;
    }
    Optional<String> key = ContentPath.key(file);
    if (key.isPresent()) {
      String hash = Sha256.hex(digest);
      list.write(TransferJson.line(new ContentExport.Entry(key.get(), hash, size)));
      contents++;
      bytes += size;
      progress.step("contents", contents);
    }
  }

  /** The list of contents of a backup, for comparison; empty when the directory is not a backup. */
  public static List<Path> contentLists(Path dataDirectory) {
    Path list = dataDirectory.resolve(CONTENTS);
    return Files.exists(dataDirectory.resolve(MARKER)) && Files.exists(list)
        ? List.of(list)
        : List.of();
  }

  /** Whether a directory is a backup that no server was started on yet. */
  public static boolean isOne(Path dataDirectory) {
    return Files.exists(dataDirectory.resolve(MARKER));
  }

  /** Records that a server was started on a backup, which makes it an ordinary data directory. */
  public static void take(Path dataDirectory) throws IOException {
    Files.deleteIfExists(dataDirectory.resolve(CONTENTS));
    Files.deleteIfExists(dataDirectory.resolve(MARKER));
  }
}
