package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.thread.DaemonThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group commit: makes the work of many threads durable with few syncs. Work has positions; a sync
 * makes durable everything written before it began. A thread waits for the running sync if that
 * covers its position, and otherwise joins the open group. One thread closes the group, syncs once
 * and releases it, while the next group forms.
 *
 * <p>A failed sync is final: the state of the disk is then unknown, and a successful retry would
 * prove nothing. The group and all later callers fail until the process is restarted.
 *
 * <p>Thread safe. Interrupts do not end a wait, because the work is already committed; the
 * interrupt status is kept.
 */
public final class SyncCoalescer implements CommitBarrier {
  /** Longest wait for a sync; a disk that takes longer is treated as broken. */
  static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(SyncCoalescer.class);

  private final String name;
  private final LongSupplier written;
  private final SyncAction action;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wanted = lock.newCondition();
  private final Thread thread;
  private Group open = new Group();
  private @Nullable Group syncing;
  private boolean closed;
  private volatile long durable;
  private volatile @Nullable Throwable failure;

  /** Makes everything durable that was written before the call. */
  @FunctionalInterface
  public interface SyncAction {
    void sync() throws Exception;
  }

  private static final class Group {
    final CountDownLatch done = new CountDownLatch(1);
    boolean joined;
    long upTo;
    volatile @Nullable Throwable failure;
  }

  /**
   * Starts the syncing daemon thread.
   *
   * @param written returns the position of the newest work, monotonic; work written before
   *     construction is durable
   */
  public SyncCoalescer(String name, LongSupplier written, SyncAction action) {
    this.name = name;
    this.written = written;
    this.durable = written.getAsLong();
    this.action = action;
    this.thread = DaemonThreads.named(name, this::run);
    thread.start();
  }

  @Override
  public boolean isImmediate() {
    return false;
  }

  @Override
  public void requireWritable() {
    Throwable cause = failure;
    if (cause != null) {
      throw StoreException.undone("read-only since a sync failed", cause);
    }
  }

  /** The failure of the sync that made the store read-only; empty while syncs succeed. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure).map(cause -> String.valueOf(cause.getMessage()));
  }

  @Override
  public long written() {
    return written.getAsLong();
  }

  @Override
  public void awaitDurable(long position) {
    Group group = position <= durable ? null : join(position);
    if (group == null) {
      return;
    }
    if (!awaitThroughInterrupts(group.done)) {
      throw new StoreException("no sync within " + MAX_WAIT.toSeconds() + " s", null);
    }
    if (group.failure != null) {
      throw new StoreException("a sync failed; the store is read-only", group.failure);
    }
  }

  /** The group whose sync covers a position; null when it is durable. */
  private @Nullable Group join(long position) {
    lock.lock();
    try {
      requireWritable();
      if (position <= durable) {
        return null;
      }
      if (syncing != null && position <= syncing.upTo) {
        return syncing;
      }
      if (closed) {
        throw new StoreException("the store is closed", null);
      }
      open.joined = true;
      wanted.signal();
      return open;
    } finally {
      lock.unlock();
    }
  }

  private static boolean awaitThroughInterrupts(CountDownLatch done) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    try {
      while (true) {
        try {
          return done.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    while (true) {
      Group group = takeGroup();
      if (group == null) {
        return;
      }
      syncFor(group);
    }
  }

  private @Nullable Group takeGroup() {
    lock.lock();
    try {
      while (!open.joined) {
        if (closed) {
          return null;
        }
        wanted.awaitUninterruptibly();
      }
      Group group = open;
      group.upTo = written.getAsLong();
      syncing = group;
      open = new Group();
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void syncFor(Group group) {
    Throwable failed = failure;
    if (failed == null) {
      try {
        action.sync();
      } catch (Throwable e) {
        LOG.error("{}: a sync failed; the store is read-only", name, e);
        failed = e;
      }
    }
    end(group, failed);
  }

  private void end(Group group, @Nullable Throwable failed) {
    lock.lock();
    try {
      failure = failed;
      group.failure = failed;
      if (failed == null) {
        durable = group.upTo;
      }
      syncing = null;
    } finally {
      lock.unlock();
    }
    group.done.countDown();
  }

  /** Syncs for waiting threads, then stops. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      wanted.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    try {
      thread.join(MAX_WAIT.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
