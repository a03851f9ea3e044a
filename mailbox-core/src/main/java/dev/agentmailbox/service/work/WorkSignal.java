package dev.agentmailbox.service.work;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes a worker thread: by a signal, at the earliest known due time, or at a deadline. Signals
 * sent while no thread waits are retained and coalesced. Thread safe.
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

  /** Signals that there may be work. */
  public void wake() {
    lock.lock();
    try {
      signalled = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Signals that there will be work at that time. */
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

  /**
   * Signals that capacity may have become available, so that a waiting thread re-evaluates its
   * condition.
   */
  public void recheck() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether a signal or a due time is waiting for a thread to take it. */
  public boolean isPending() {
    lock.lock();
    try {
      return signalled || isEarliestDue();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all current and future waits. */
  public void stop() {
    lock.lock();
    try {
      stopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits as {@link #await(long, BooleanSupplier)}, with capacity always available. */
  public boolean await(long deadline) {
    return await(deadline, () -> true);
  }

  /**
   * Waits until there may be work and capacity to take it.
   *
   * @param deadline when to return anyway, on the clock of {@link System#nanoTime}
   * @param free whether there is capacity; re-evaluated on {@link #recheck}
   * @return false when stopped or interrupted
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
