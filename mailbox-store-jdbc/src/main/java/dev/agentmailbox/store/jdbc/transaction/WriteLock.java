package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.port.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits concurrent write transactions. A database with its own isolation needs no limit; one whose
 * file is consistent only between transactions allows one at a time, into which {@link
 * WriteBatcher} put many writes. Thread safe.
 */
public final class WriteLock {
  /** No limit. */
  public static final WriteLock OPEN = new WriteLock(Duration.ZERO, null);

  private final Duration patience;
  private final @Nullable ReentrantLock lock;

  private WriteLock(Duration patience, @Nullable ReentrantLock lock) {
    this.patience = patience;
    this.lock = lock;
  }

  /** One at a time, first come, first served, with a maximum wait. */
  public static WriteLock oneAtATime(Duration patience) {
    return new WriteLock(patience, new ReentrantLock(true));
  }

  /** Whether one write transaction runs at a time. */
  public boolean isExclusive() {
    return lock != null;
  }

  /** The longest wait of a write. */
  public Duration patience() {
    return patience;
  }

  /**
   * Runs work while no write transaction is open. The wait is not interruptible, since others may
   * depend on the work; the interrupt status is kept.
   *
   * @throws StoreException the wait timed out
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
