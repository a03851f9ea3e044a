package dev.agentmailbox.store.h2.journal;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.store.jdbc.content.Room;
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
 * What was committed and may not be in the database file yet: append-only segments of records with
 * dense positions. Each checkpoint begins a new segment.
 *
 * <p>{@link #append} and {@link #turn} are called by the holder of the writer lane, {@link #sync}
 * by any thread, the others by the one that makes checkpoints.
 */
public final class Journal implements AutoCloseable {
  /**
   * How many finished segments stay. After a kill the database file is read in the state of the
   * last checkpoint or one of the two before: in the middle of a checkpoint two segments are needed
   * besides the new one. The others are there in case that is not all there is to know.
   */
  static final int KEPT_SEGMENTS = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final Path directory;
  private final long history;
  private final Room room;
  private final Deque<Path> finished = new ArrayDeque<>();
  private long lastNumber;
  private @Nullable Segment next;
  private volatile @Nullable Segment current;
  private volatile long durable;
  private volatile @Nullable Failure failure;

  private Journal(Path directory, long history, Room room) {
    this.directory = directory;
    this.history = history;
    this.room = room;
  }

  /**
   * Why nothing more is written.
   *
   * @param isLost whether the database in memory lacks what the journal has
   */
  private record Failure(String words, Throwable cause, boolean isLost) {}

  /**
   * Opens the journal of a directory, or makes it.
   *
   * @param history the number of the database that it belongs to
   * @param room of the disk that it is on
   */
  public static Journal open(Path directory, long history, Room room) {
    try {
      OwnerOnly.createDirectories(directory);
      OwnerOnly.restrict(directory);
      return new Journal(directory, history, room);
    } catch (IOException e) {
      throw new StoreException("the journal in " + directory + " cannot be opened", e);
    }
  }

  /** Whether a directory has no file of a journal. */
  public static boolean isEmpty(Path directory) throws IOException {
    return JournalFiles.of(directory).paths().isEmpty();
  }

  /** Deletes every file of a journal that nobody relies on. */
  public static void deleteAll(Path directory) throws IOException {
    for (Path segment : JournalFiles.of(directory).paths()) {
      Files.delete(segment);
    }
  }

  /** Runs the changes of a transaction again. */
  @FunctionalInterface
  public interface Target {
    void apply(long position, List<Change> changes);
  }

  /**
   * Makes sure that a file is there that was forced.
   *
   * @throws StoreException it is missing
   */
  public void requireSegment(long number) {
    Path segment = JournalFiles.path(directory, number);
    if (!Files.exists(segment)) {
      throw new StoreException("the journal is damaged: " + segment + " is missing", null);
    }
  }

  /**
   * Hands every record after a position to the target, in order, and cuts off what a killed process
   * left unfinished at the end. Called before {@link #begin}.
   *
   * @return the position of the last record, or the given one when there is none after it
   * @throws StoreException the journal is damaged, has a gap or belongs to another database
   */
  public long replay(long after, Target target) {
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
   * Starts to record.
   *
   * @param after the position that the database file is in, durably
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

  /** Makes the file that {@link #turn} goes on in; called outside the lane, because it syncs. */
  public void prepareTurn() throws IOException {
    if (next == null) {
      next = create();
    }
  }

  /**
   * Appends a committed transaction; {@link #sync} makes it durable.
   *
   * @param position one more than that of the record before
   * @throws StoreException it is not in the journal, and must not be committed
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
      throw room.met(e)
          ? StoreException.full("the disk of the journal is full", e)
          : StoreException.undone("the journal cannot be written", e);
    } catch (ChangeWriter.RecordTooLongException e) {
      throw StoreException.undone("the journal cannot hold " + e.getMessage(), e);
    }
  }

  private Segment segment() {
    Segment segment = current;
    if (segment == null) {
      throw new IllegalStateException("the journal has not begun");
    }
    return segment;
  }

  /** Says that nothing more may be written until the store is opened again; logs the first time. */
  public void fail(String what, Throwable cause) {
    fail(what, cause, false);
  }

  /**
   * As {@link #fail}, and the next start will run a record again whose changes the database does
   * not have now: what is read until then is too old.
   */
  public void lose(String what) {
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
    LOG.error("the store takes nothing more until the server is started again: {}", words, cause);
  }

  /** Why nothing more is written; empty while records are taken. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure).map(Failure::words);
  }

  /**
   * Asks whether records are taken.
   *
   * @throws StoreException not since a failure, or not while the disk is full
   */
  public void requireWritable() {
    Failure failed = failure;
    if (failed != null) {
      throw StoreException.undone("read-only since a failure: " + failed.words(), failed.cause());
    }
    String full = room.missing();
    if (full != null) {
      throw StoreException.full(full, null);
    }
  }

  /** Makes durable what was appended before the call. */
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

  /** The newest record that is durable. */
  public long durable() {
    return durable;
  }

  /** The number of the file that records go to. */
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
   * Goes on in the segment that was prepared. Everything before it is durable then: a segment that
   * is followed by records has no unfinished end.
   */
  public void turn() throws IOException {
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

  /** Deletes segments that no state of the database file needs any more. */
  public void dropOld() throws IOException {
    while (finished.size() > KEPT_SEGMENTS) {
      Files.deleteIfExists(finished.remove());
    }
  }

  /** Syncs what was appended; a segment that was prepared and not used is deleted. */
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
      throw new StoreException("the journal did not close in order", e);
    }
  }
}
