package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.content.DirectoryContent;
import dev.agentmailbox.store.jdbc.content.DiskSpace;
import dev.agentmailbox.store.jdbc.transaction.WriteLock;
import dev.agentmailbox.thread.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checkpoints: bring the database file up to the journal, so that old segments can be deleted; run
 * after a certain amount of writes and at the end. Runs on a separate thread; writers pause only
 * while the state is written. Thread safe.
 */
final class Checkpoints implements AutoCloseable {
  /** Timeout of the last checkpoint; after it the journal is left to the next start. */
  private static final long MAX_CLOSE_SECONDS = 60;

  private static final String FAILED = "a checkpoint failed";
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final H2Database database;
  private final Journal journal;
  private final WriteLock writeLock;
  private final DirectoryContent content;
  private final DiskSpace diskSpace;
  private final long maxBytes;
  private final AtomicBoolean wanted = new AtomicBoolean();
  private final ThreadPoolExecutor thread;

  /**
   * Starts the thread.
   *
   * @param maxBytes journal bytes between two checkpoints
   */
  Checkpoints(
      H2Database database,
      Journal journal,
      WriteLock writeLock,
      DirectoryContent content,
      DiskSpace diskSpace,
      long maxBytes) {
    this.database = database;
    this.journal = journal;
    this.writeLock = writeLock;
    this.content = content;
    this.diskSpace = diskSpace;
    this.maxBytes = maxBytes;
    this.thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(2),
            DaemonThreads.named("h2-checkpoint"),
            new ThreadPoolExecutor.DiscardPolicy());
  }

  /** The write lock, shared by writers and checkpoints. */
  WriteLock writeLock() {
    return writeLock;
  }

  /** Called after each commit. */
  void afterCommit() {
    if (journal.length() > maxBytes && wanted.compareAndSet(false, true)) {
      thread.execute(this::run);
    }
  }

  private void run() {
    wanted.set(false);
    try {
      make();
    } catch (StoreException e) {
      LOG.warn("a checkpoint is delayed: {}", e.getMessage());
    } catch (IOException | RuntimeException e) {
      journal.fail(FAILED, e);
    }
  }

  /**
   * Makes a checkpoint and returns its state, which has everything acknowledged before the call.
   *
   * @throws StoreException it failed or timed out
   */
  H2Database.Snapshot snapshot() {
    FutureTask<H2Database.Snapshot> task = new FutureTask<>(this::make);
    thread.execute(task);
    try {
      return task.get(MAX_CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted during a checkpoint", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new StoreException("a checkpoint failed", e);
    }
  }

  private H2Database.Snapshot make() throws IOException {
    prepareRotation();
    // Repeated under the write lock for later writes; this leaves little to do there.
    journal.sync();
    H2Database.Snapshot state =
        writeLock.alone(
            () -> {
              rotate();
              return look();
            });
    // A start from this state reads no record before it.
    content.force();
    // The new segment's header must be durable before the note refers to it.
    journal.sync();
    database.sync();
    note(state);
    journal.dropOld();
    return state;
  }

  private void prepareRotation() {
    try {
      journal.prepareRotation();
    } catch (IOException e) {
      // Nothing has changed yet.
      throw diskSpace.met(e)
          ? StoreException.full("the disk is full", e)
          : StoreException.undone("the journal cannot switch to a new segment", e);
    }
  }

  /** Without the note a start uses the previous checkpoint, whose segments are kept. */
  private void note(H2Database.Snapshot state) {
    try {
      database.noteForced(state, journal.segmentNumber(), journal.durable());
    } catch (IOException e) {
      throw diskSpace.met(e)
          ? StoreException.full("the disk is full", e)
          : new StoreException("recording a checkpoint failed", e);
    }
  }

  private H2Database.Snapshot look() {
    journal.requireWritable();
    try {
      return database.snapshot();
    } catch (IOException e) {
      throw new StoreException("the database file cannot be read", e);
    }
  }

  /** Runs between transactions: writes the state to the file and switches to a new segment. */
  private void rotate() {
    long begun = System.nanoTime();
    journal.requireWritable();
    try {
      journal.rotate();
      database.store();
    } catch (IOException | RuntimeException e) {
      journal.fail(FAILED, e);
    }
    LOG.debug("a checkpoint paused writers for {} ms", (System.nanoTime() - begun) / 1_000_000);
  }

  /** Makes the last checkpoint, unless something failed. */
  @Override
  public void close() {
    thread.execute(this::run);
    thread.shutdown();
    boolean interrupted = false;
    try {
      if (!thread.awaitTermination(MAX_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("the last checkpoint timed out; the next start completes it");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
