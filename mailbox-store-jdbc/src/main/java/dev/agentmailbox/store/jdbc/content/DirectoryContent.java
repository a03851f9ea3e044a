package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.store.jdbc.sql.UnwrittenContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Raw messages as files: {@code <day>.<number>/<id>.eml}. Storing one syncs the file and then its
 * directory, unless a store with a journal writes it there with the first row that refers to it:
 * then {@link #force} syncs many at once. New files go to one directory at a time, so that one
 * directory sync covers all files created during the previous one.
 *
 * <p>File names are generated ids, never anything from a message. Files are readable by their owner
 * only. Keys sort by age; {@link ContentPath} maps keys of other stores. Thread safe.
 */
public final class DirectoryContent implements ContentStore, AutoCloseable {
  /** Overlap of a sweep with the previous one. */
  public static final Duration MAX_GRACE = Sweep.MAX_GRACE;

  private final Path root;
  private final Clock clock;
  private final Duration grace;
  private final DiskSpace diskSpace;
  private final UnwrittenContent unwritten;
  private final IdFactory ids;
  private final CurrentDirectory current;
  private final DirectorySync directorySync;
  private final UnforcedFiles unforced;
  private final HeldDeletions held = new HeldDeletions();

  /**
   * Opens a directory used by this process only; creates it when missing.
   *
   * @param clock for directories by day
   */
  public DirectoryContent(Path root, Clock clock) throws IOException {
    this(root, clock, new DiskSpace(root), new UnwrittenContent(0));
  }

  /**
   * As {@link #DirectoryContent(Path, Clock)}.
   *
   * @param diskSpace disk space monitor, shared with other writers of the disk
   * @param unwritten takes what the store writes to its journal
   */
  public DirectoryContent(Path root, Clock clock, DiskSpace diskSpace, UnwrittenContent unwritten)
      throws IOException {
    this(root, clock, Duration.ZERO, diskSpace, unwritten);
  }

  /**
   * Opens a directory shared by several processes.
   *
   * @param grace a sweep skips younger files, whose row another process may be about to write; at
   *     most {@link #MAX_GRACE}
   */
  public DirectoryContent(Path root, Clock clock, Duration grace) throws IOException {
    this(root, clock, grace, new DiskSpace(root), new UnwrittenContent(0));
  }

  private DirectoryContent(
      Path root, Clock clock, Duration grace, DiskSpace diskSpace, UnwrittenContent unwritten)
      throws IOException {
    if (grace.compareTo(MAX_GRACE) > 0) {
      throw new IllegalArgumentException("the grace period is limited to " + MAX_GRACE);
    }
    this.root = root;
    this.clock = clock;
    this.grace = grace;
    this.diskSpace = diskSpace;
    this.unwritten = unwritten;
    this.ids = new IdFactory(clock);
    OwnerOnly.createDirectories(root);
    this.directorySync = new DirectorySync();
    this.unforced = new UnforcedFiles(directorySync);
    this.current = new CurrentDirectory(root, clock, () -> directorySync.await(root));
  }

  @Override
  public void requireRoom() throws StorageFullException {
    diskSpace.require();
  }

  /** Why writes are refused until it is reopened; empty while it is writable. */
  public Optional<String> failure() {
    return directorySync.failure();
  }

  /** Records a failed write; returns the exception to throw. */
  IOException noted(IOException failure) {
    return diskSpace.noted(failure);
  }

  @Override
  public Spool spool() throws StorageFullException {
    requireRoom();
    // Time first, so that the newest content is found by key.
    return new FileSpool(this, "%012x".formatted(clock.millis()) + ids.token());
  }

  /** The path of the next file. */
  Path directory() throws IOException {
    return current.next();
  }

  /**
   * Keeps a file whose bytes the store writes to its journal.
   *
   * @return false when the file must be synced now
   */
  boolean keepUnforced(Path file, String key, byte[] bytes) {
    return unforced.add(file, () -> unwritten.add(key, bytes));
  }

  /**
   * Makes durable what was kept before the call; nothing of it needs the journal any more. A second
   * call after a failure proves nothing.
   */
  public void force() throws IOException {
    List<String> keys = unwritten.keys();
    unforced.force();
    keys.forEach(unwritten::remove);
  }

  /** Whether nothing depends on the journal. */
  public boolean isForced() {
    return unforced.isEmpty();
  }

  /**
   * Brings back content that a journal has and a power cut took; {@link #force} makes it durable.
   */
  public void recover(String contentKey, byte[] bytes) throws IOException {
    if (has(contentKey, bytes)) {
      ContentPath.of(root, contentKey).ifPresent(unforced::addRecovered);
    } else {
      restore(contentKey, RawMessage.of(bytes));
    }
  }

  /** Whether the file of a content is there with these bytes. */
  public boolean has(String contentKey, byte[] bytes) throws IOException {
    Optional<Path> file = ContentPath.of(root, contentKey).filter(Files::isRegularFile);
    return file.isPresent() && Arrays.equals(bytes, Files.readAllBytes(file.get()));
  }

  /** Makes the present entries of the directories durable. */
  void awaitEntries(Path... directories) {
    directorySync.await(directories);
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    byte[] kept = unwritten.find(contentKey);
    if (kept != null) {
      return Optional.of(RawMessage.of(kept));
    }
    Optional<Path> file = ContentPath.of(root, contentKey).filter(Files::isRegularFile);
    return file.isPresent() ? Optional.of(RawMessage.in(file.get())) : Optional.empty();
  }

  @Override
  public void delete(String contentKey) throws IOException {
    unwritten.remove(contentKey);
    Optional<Path> file = ContentPath.of(root, contentKey);
    if (file.isPresent()) {
      held.delete(file.get());
    }
  }

  /** Defers deletions until closed, for a consistent copy of all files referenced at one moment. */
  public HeldDeletions.Hold holdDeletions() {
    return held.hold();
  }

  @Override
  public void restore(String contentKey, RawMessage bytes) throws IOException {
    Path file =
        ContentPath.of(root, contentKey)
            .orElseThrow(() -> new IOException("not the key of any content: " + contentKey));
    Path directory = file.resolveSibling("").normalize();
    OwnerOnly.createDirectories(directory);
    Path unfinished = file.resolveSibling(file.getFileName() + ContentPath.UNFINISHED);
    Files.deleteIfExists(unfinished);
    try (InputStream in = bytes.open();
        FileChannel out = OwnerOnly.create(unfinished)) {
      in.transferTo(Channels.newOutputStream(out));
      out.force(false);
    }
    Files.move(
        unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    awaitEntries(root, directory);
  }

  @Override
  public void list(Consumer<String> contentKeys) throws IOException {
    try (Stream<Path> files = Files.walk(root, 2)) {
      files.forEach(file -> ContentPath.key(file).ifPresent(contentKeys));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public int sweep(Predicate<String> isNamed) throws IOException {
    return new Sweep(root, grace)
        .run(
            key -> {
              boolean named = isNamed.test(key);
              if (!named) {
                unwritten.remove(key);
              }
              return named;
            });
  }

  /** Stops the syncing thread. */
  @Override
  public void close() {
    directorySync.close();
  }
}
