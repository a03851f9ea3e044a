package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many writing transactions run at once. A database that isolates transactions itself takes any
 * number; one whose file is consistent only between transactions takes one at a time, and {@link
 * WriteGroups} put many writes into it. Thread safe.
 */
public final class WriteLock {
  /** Any number at once. */
  public static final WriteLock OPEN = new WriteLock(Duration.ZERO, null);

  private final Duration patience;
  private final @Nullable ReentrantLock lock;

  private WriteLock(Duration patience, @Nullable ReentrantLock lock) {
    this.patience = patience;
    this.lock = lock;
  }

  /** One after the other, in the order of arrival; a turn is waited for that long at most. */
  public static WriteLock oneAtATime(Duration patience) {
    return new WriteLock(patience, new ReentrantLock(true));
  }

  boolean isExclusive() {
    return lock != null;
  }

  Duration patience() {
    return patience;
  }

  /**
   * Runs work while no transaction writes, from its begin to the end of its commit. An interrupt
   * does not end the wait: others may depend on the work. The interrupt status is kept.
   *
   * @throws StoreException it was not its turn in time
   */
  public <T> T alone(Supplier<T> work) {
    if (lock == null) {
      return work.get();
    }
    if (!acquire(lock)) {
      throw StoreException.undone("too many writes are waiting", null);
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private boolean acquire(ReentrantLock held) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return held.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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
}
