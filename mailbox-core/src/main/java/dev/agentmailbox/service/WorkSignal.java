package dev.agentmailbox.service;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that looks for work waits for: a signal, the earliest time something is known to be
 * due, or the moment it would look anyway. Signals that come while nobody waits are kept, as one.
 * Thread safe.
 */
public final class WorkSignal {
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean signalled;
  private boolean stopped;
  private @Nullable Instant earliest;

  public WorkSignal(Clock clock) {
    this.clock = clock;
  }

  /** There may be work now. */
  public void wake() {
    lock.lock();
    try {
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** There will be work at that time. */
  public void wakeAt(Instant time) {
    lock.lock();
    try {
      if (earliest == null || time.isBefore(earliest)) {
        earliest = time;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A worker may have become free: asks again whether work can be taken, if there is any. */
  public void recheck() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends every wait, now and later. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits as {@link #await(long, BooleanSupplier)}, with a worker always free. */
  public boolean await(long deadline) {
    return await(deadline, () -> true);
  }

  /**
   * Waits until there may be work and it can be taken.
   *
   * @param deadline when to look anyway, on the clock of {@link System#nanoTime}
   * @param free whether work can be taken; asked again at {@link #recheck}
   * @return false when it is to stop, also for an interrupt
   */
  public boolean await(long deadline, BooleanSupplier free) {
    lock.lock();
    try {
      while (!stopped) {
        boolean mayBeDue = signalled || isEarliestDue() || System.nanoTime() - deadline >= 0;
        if (mayBeDue && free.getAsBoolean()) {
          signalled = false;
          if (isEarliestDue()) {
            earliest = null;
          }
          return true;
        }
        if (mayBeDue) {
          changed.await();
        } else {
          long unused = changed.awaitNanos(untilDue(deadline));
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEarliestDue() {
    return earliest != null && !clock.instant().isBefore(earliest);
  }

  private long untilDue(long deadline) {
    long left = deadline - System.nanoTime();
    return earliest == null
        ? left
        : Math.min(left, Duration.between(clock.instant(), earliest).toNanos() + 1);
  }
}
