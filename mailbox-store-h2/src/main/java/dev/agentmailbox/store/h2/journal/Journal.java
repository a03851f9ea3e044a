package dev.agentmailbox.store.h2.journal;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write-ahead journal of commits that may not be in the database file yet: append-only segments
 * of records with consecutive positions. Each checkpoint starts a new segment.
 *
 * <p>{@link #append} and {@link #rotate} are called by the holder of the write lock, {@link #sync}
 * by any thread, the others by the checkpoint thread.
 */
public final class Journal implements AutoCloseable {
  /**
   * Number of finished segments kept. After a kill the database file is in the state of one of the
   * last three checkpoints: during a checkpoint two segments are needed besides the new one. The
   * rest is a safety margin.
   */
  static final int KEPT_SEGMENTS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final Path directory;
  private final long history;
  private final DiskSpace diskSpace;
  private final Deque<Path> finished = new ArrayDeque<>();
  private long lastNumber;
  private @Nullable Segment next;
  private volatile @Nullable Segment current;
  private volatile long durable;
  private volatile @Nullable Failure failure;

  private Journal(Path directory, long history, DiskSpace diskSpace) {
    this.directory = directory;
    this.history = history;
    this.diskSpace = diskSpace;
  }

  /**
   * Why the journal is read-only.
   *
   * @param isLost whether the database in memory lacks journaled changes
   */
  private record Failure(String words, Throwable cause, boolean isLost) {}

  /**
   * Opens or creates the journal of a directory.
   *
   * @param history id of the database
   * @param diskSpace disk space monitor
   */
  public static Journal open(Path directory, long history, DiskSpace diskSpace) {
    try {
      OwnerOnly.createDirectories(directory);
      OwnerOnly.restrict(directory);
      return new Journal(directory, history, diskSpace);
    } catch (IOException e) {
      throw new StoreException("the journal in " + directory + " cannot be opened", e);
    }
  }

  /** Whether a directory has no journal files. */
  public static boolean isEmpty(Path directory) throws IOException {
    return JournalFiles.of(directory).paths().isEmpty();
  }

  /** Deletes all files of an unused journal. */
  public static void deleteAll(Path directory) throws IOException {
    for (Path segment : JournalFiles.of(directory).paths()) {
      Files.delete(segment);
    }
  }

  /**
   * Checks that a durable segment exists.
   *
   * @throws StoreException the segment is missing
   */
  public void requireSegment(long number) {
    Path segment = JournalFiles.path(directory, number);
    if (!Files.exists(segment)) {
      throw new StoreException("the journal is damaged: " + segment + " is missing", null);
    }
  }

  /**
   * Replays every record after a position, in order, and truncates an incomplete end left by a
   * killed process. Called before {@link #begin}.
   *
   * @return the position of the last record, or the given one when there is none after it
   * @throws StoreException the journal is damaged, has a gap or belongs to another database
   */
  public long replay(long after, ReplayTarget target) {
    try {
      JournalFiles files = JournalFiles.of(directory);
      JournalReader reader = new JournalReader(files, history);
      long last = reader.replay(after, target);
      finished.addAll(reader.remaining());
      lastNumber = files.lastNumber();
      return last;
    } catch (IOException e) {
      throw new StoreException("the journal in " + directory + " cannot be read", e);
    }
  }

  /**
   * Starts a new segment for appending.
   *
   * @param after the durable position of the database file
   */
  public void begin(long after) {
    try {
      Segment first = create();
      first.begin(history, after);
      first.sync();
      durable = after;
      current = first;
    } catch (IOException e) {
      throw new StoreException("the journal in " + directory + " cannot be written", e);
    }
  }

  private Segment create() throws IOException {
    lastNumber++;
    return Segment.create(directory, lastNumber);
  }

  /** Creates the segment for {@link #rotate}; called without the write lock, because it syncs. */
  public void prepareRotation() throws IOException {
    if (next == null) {
      next = create();
    }
  }

  /**
   * Appends a committed transaction; {@link #sync} makes it durable.
   *
   * @param position one more than the previous position
   * @throws StoreException it was not appended and must not be committed
   */
  public void append(long position, List<Change> changes) {
    requireWritable();
    Segment segment = segment();
    if (position != segment.last() + 1) {
      throw new IllegalArgumentException(position + " after " + segment.last());
    }
    try {
      segment.append(position, durable, changes);
    } catch (Segment.Unrepaired e) {
      fail("the journal cannot be written", e);
      throw new StoreException("the journal cannot be written; the store is read-only", e);
    } catch (IOException e) {
      throw diskSpace.met(e)
          ? StoreException.full("the disk of the journal is full", e)
          : StoreException.undone("the journal cannot be written", e);
    } catch (ChangeWriter.RecordTooLongException e) {
      throw StoreException.undone("the journal cannot store " + e.getMessage(), e);
    }
  }

  private Segment segment() {
    Segment segment = current;
    if (segment == null) {
      throw new IllegalStateException("the journal is not started");
    }
    return segment;
  }

  /** Makes the journal read-only until reopened; logs the first time. */
  public void fail(String what, Throwable cause) {
    fail(what, cause, false);
  }

  /**
   * As {@link #fail}, when the next start will replay a record that the database lacks now: reads
   * until then are stale.
   */
  public void failWithLoss(String what) {
    fail(what, new IOException(what), true);
  }

  private synchronized void fail(String what, Throwable cause, boolean isLost) {
    Failure known = failure;
    if (known != null && (known.isLost() || !isLost)) {
      return;
    }
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String words = root == cause && isLost ? what : what + ": " + root.getMessage();
    failure = new Failure(words, cause, isLost);
    LOG.error("the store is read-only until the server is restarted: {}", words, cause);
  }

  /** Why the journal is read-only; empty while it is writable. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure).map(Failure::words);
  }

  /**
   * Checks that the journal is writable.
   *
   * @throws StoreException after a failure, or while the disk is full
   */
  public void requireWritable() {
    Failure failed = failure;
    if (failed != null) {
      throw StoreException.undone("read-only since a failure: " + failed.words(), failed.cause());
    }
    String full = diskSpace.missing();
    if (full != null) {
      throw StoreException.full(full, null);
    }
  }

  /** Makes all records appended before the call durable. */
  public void sync() throws IOException {
    Failure failed = failure;
    if (failed != null && failed.isLost()) {
      throw new IOException(failed.words(), failed.cause());
    }
    Segment segment = segment();
    long last = segment.last();
    segment.sync();
    noteDurable(last);
  }

  /** The newest durable position. */
  public long durable() {
    return durable;
  }

  /** The number of the current segment. */
  public long segmentNumber() {
    return segment().number();
  }

  private synchronized void noteDurable(long position) {
    durable = Math.max(durable, position);
  }

  /** Bytes appended since the last checkpoint. */
  public long length() {
    return segment().length();
  }

  /**
   * Switches to the prepared segment, after making everything before it durable: only the last
   * segment can have an incomplete end.
   */
  public void rotate() throws IOException {
    Segment full = segment();
    Segment prepared = next;
    if (prepared == null) {
      throw new IllegalStateException("no segment was prepared");
    }
    full.close();
    noteDurable(full.last());
    prepared.begin(history, full.last());
    finished.add(full.path());
    current = prepared;
    next = null;
  }

  /** Deletes segments that no recoverable state of the database file needs. */
  public void dropOld() throws IOException {
    while (finished.size() > KEPT_SEGMENTS) {
      Files.deleteIfExists(finished.remove());
    }
  }

  /** Deletes the segments before that one, for a closed database file that needs none of them. */
  public static void deleteBefore(Path directory, long segment) throws IOException {
    for (Path path : JournalFiles.of(directory).paths()) {
      if (JournalFiles.number(path) < segment) {
        Files.deleteIfExists(path);
      }
    }
  }

  /** Syncs and closes; deletes an unused prepared segment. */
  @Override
  public void close() {
    try {
      if (current != null) {
        current.close();
      }
      if (next != null) {
        next.close();
        Files.deleteIfExists(next.path());
      }
    } catch (IOException e) {
      throw new StoreException("closing the journal failed", e);
    }
  }
}
