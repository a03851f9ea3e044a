package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the work of many threads durable with few syncs. Threads that finished their work join the
 * open group and wait; one thread closes the group, syncs once, and lets all of it go. While it
 * syncs, the next group forms.
 *
 * <p>A failed sync is final: what the disk holds is then unknown, and a repeat that succeeds would
 * prove nothing. The group and all later callers fail until the process is started anew.
 *
 * <p>Thread safe. Interrupting a waiting thread does not make it leave early: what it waits for is
 * committed already. Its interrupt status is kept.
 */
public final class GroupSync implements DurabilityGate {
  /** Longest wait for a sync; a disk that takes longer is treated as broken. */
  static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);

  private final String name;
  private final SyncAction action;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wanted = lock.newCondition();
  private final Thread thread;
  private Group open = new Group();
  private boolean closed;
  private volatile @Nullable Throwable failure;

  /** What makes everything durable that was written before it was called. */
  @FunctionalInterface
  public interface SyncAction {
    void sync() throws Exception;
  }

  private static final class Group {
    final CountDownLatch done = new CountDownLatch(1);
    boolean joined;
    volatile @Nullable Throwable failure;
  }

  /** Starts the syncing thread, a daemon of that name. */
  public GroupSync(String name, SyncAction action) {
    this.name = name;
    this.action = action;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
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
      throw new StoreException("read-only since a sync failed", cause);
    }
  }

  @Override
  public void awaitDurable() {
    Group group = join();
    if (!awaitKeepingInterrupt(group.done)) {
      throw new StoreException("no sync within " + MAX_WAIT.toSeconds() + " s", null);
    }
    if (group.failure != null) {
      throw new StoreException("a sync failed; the store is read-only", group.failure);
    }
  }

  private Group join() {
    lock.lock();
    try {
      requireWritable();
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

  private static boolean awaitKeepingInterrupt(CountDownLatch done) {
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
      open = new Group();
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void syncFor(Group group) {
    Throwable earlier = failure;
    if (earlier == null) {
      try {
        action.sync();
      } catch (Throwable e) {
        LOG.error("{}: a sync failed; nothing more is written", name, e);
        failure = e;
        earlier = e;
      }
    }
    group.failure = earlier;
    group.done.countDown();
  }

  /** Syncs for those who wait, then ends the thread. */
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
