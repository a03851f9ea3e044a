package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.id.IdFactory;
import dev.agentmailbox.message.RawMessage;
import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.StorageFullException;
import dev.agentmailbox.store.jdbc.transaction.SyncCoalescer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Raw messages as files: {@code <day>.<number>/<id>.eml}. Storing one syncs the file and then its
 * directory. New files go to one directory at a time, so that one directory sync covers all files
 * created during the previous one.
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
  private final IdFactory ids;
  private final CurrentDirectory current;
  private final SyncCoalescer directorySync;
  private final HeldDeletions held = new HeldDeletions();
  private final ReentrantLock unsyncedLock = new ReentrantLock();
  private final AtomicLong entries = new AtomicLong();
  private Set<Path> unsynced = new HashSet<>();

  /**
   * Opens a directory used by this process only; creates it when missing.
   *
   * @param clock for directories by day
   */
  public DirectoryContent(Path root, Clock clock) throws IOException {
    this(root, clock, new DiskSpace(root));
  }

  /**
   * As {@link #DirectoryContent(Path, Clock)}.
   *
   * @param diskSpace disk space monitor, shared with other writers of the disk
   */
  public DirectoryContent(Path root, Clock clock, DiskSpace diskSpace) throws IOException {
    this(root, clock, Duration.ZERO, diskSpace);
  }

  /**
   * Opens a directory shared by several processes.
   *
   * @param grace a sweep skips younger files, whose row another process may be about to write; at
   *     most {@link #MAX_GRACE}
   */
  public DirectoryContent(Path root, Clock clock, Duration grace) throws IOException {
    this(root, clock, grace, new DiskSpace(root));
  }

  private DirectoryContent(Path root, Clock clock, Duration grace, DiskSpace diskSpace)
      throws IOException {
    if (grace.compareTo(MAX_GRACE) > 0) {
      throw new IllegalArgumentException("the grace period is limited to " + MAX_GRACE);
    }
    this.root = root;
    this.clock = clock;
    this.grace = grace;
    this.diskSpace = diskSpace;
    this.ids = new IdFactory(clock);
    OwnerOnly.createDirectories(root);
    this.directorySync = new SyncCoalescer("content-sync", entries::get, this::syncDirectories);
    this.current = new CurrentDirectory(root, clock, () -> awaitEntries(root));
  }

  @Override
  public void requireRoom() throws StorageFullException {
    diskSpace.require();
  }

  /** Why writes are refused until it is reopened; empty while it is writable. */
  public Optional<String> failure() {
    return directorySync.failure().map(words -> "syncing a directory failed: " + words);
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

  /** Makes the present entries of the directories durable. */
  void awaitEntries(Path... directories) {
    long entry;
    unsyncedLock.lock();
    try {
      unsynced.addAll(List.of(directories));
      entry = entries.incrementAndGet();
    } finally {
      unsyncedLock.unlock();
    }
    directorySync.awaitDurable(entry);
  }

  private void syncDirectories() throws IOException {
    Set<Path> directories;
    unsyncedLock.lock();
    try {
      directories = unsynced;
      unsynced = new HashSet<>();
    } finally {
      unsyncedLock.unlock();
    }
    for (Path directory : directories) {
      sync(directory);
    }
  }

  /** Syncs the entries of a directory. */
  public static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public Optional<RawMessage> find(String contentKey) throws IOException {
    Optional<Path> file = ContentPath.of(root, contentKey).filter(Files::isRegularFile);
    return file.isPresent() ? Optional.of(RawMessage.in(file.get())) : Optional.empty();
  }

  @Override
  public void delete(String contentKey) throws IOException {
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
    return new Sweep(root, grace).run(isNamed);
  }

  /** Stops the syncing thread. */
  @Override
  public void close() {
    directorySync.close();
  }
}
