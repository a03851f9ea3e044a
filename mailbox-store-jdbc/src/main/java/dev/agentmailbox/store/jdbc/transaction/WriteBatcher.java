package dev.agentmailbox.store.jdbc.transaction;

import dev.agentmailbox.port.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the writes of many threads in few transactions (leader/followers). A thread that finds no
 * leader becomes one: it runs the waiting writes, its own first, in one transaction, and appoints
 * the next leader from those that arrived meanwhile. The cost of a commit is paid once per group.
 *
 * <p>Thread safe. A started write is not interruptible: its thread waits for the end and keeps its
 * interrupt status.
 */
public final class WriteBatcher {
  /** Maximum writes per group. */
  static final int MAX_WRITES = 64;

  private final long patienceNanos;
  private final Consumer<List<Write<?>>> runner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Write<?>> waiting = new ArrayDeque<>();
  private boolean isLed;

  /**
   * Creates the batcher.
   *
   * @param patience how long a write waits to start
   * @param runner completes the first write of a group and as many more as time permits; what it
   *     throws fails all writes it did not complete
   */
  public WriteBatcher(Duration patience, Consumer<List<Write<?>>> runner) {
    this.patienceNanos = patience.toNanos();
    this.runner = runner;
  }

  /** The result of a write, and the last event of each log it appended to. */
  public record Outcome<T>(T result, Map<String, Long> appended) {
    Outcome<T> appending(Map<String, Long> logs) {
      return new Outcome<>(result, logs);
    }
  }

  /**
   * A submitted write. The leader owns work and result until it has completed.
   *
   * @param <T> the result
   */
  public static final class Write<T> {
    private final Function<? super JdbcTransaction, T> work;
    private @Nullable Outcome<T> outcome;
    private @Nullable Throwable failure;
    private @Nullable Condition changed;
    private boolean isTaken;
    private boolean leads;
    private volatile boolean ended;

    Write(Function<? super JdbcTransaction, T> work) {
      this.work = work;
    }

    /** The work, run once in each attempt. */
    public Function<? super JdbcTransaction, T> work() {
      return work;
    }

    /** Completes the write with a result. */
    public void end(Outcome<T> with) {
      outcome = with;
      ended = true;
    }

    /** Completes the write with a failure. */
    public void fail(Throwable with) {
      failure = with;
      ended = true;
    }

    private Outcome<T> outcome() {
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      if (outcome == null) {
        throw new IllegalStateException("a write has no outcome", failure);
      }
      return outcome;
    }
  }

  /**
   * Runs work in a transaction that it may share.
   *
   * @throws StoreException it did not start in time, or the thread was interrupted; nothing was run
   */
  public <T> Outcome<T> run(Function<? super JdbcTransaction, T> work) {
    if (Thread.currentThread().isInterrupted()) {
      throw refusal(true);
    }
    Write<T> write = new Write<>(work);
    if (awaitLead(write)) {
      lead();
    }
    return write.outcome();
  }

  /** Returns true when the thread must lead, false when the write is complete. */
  private boolean awaitLead(Write<?> write) {
    boolean interrupted = false;
    long left = patienceNanos;
    lock.lock();
    try {
      waiting.add(write);
      if (!isLed) {
        isLed = true;
        return true;
      }
      Condition changed = lock.newCondition();
      write.changed = changed;
      while (!write.ended && !write.leads) {
        if (write.isTaken) {
          changed.awaitUninterruptibly();
        } else if (interrupted || left <= 0) {
          waiting.remove(write);
          write.fail(refusal(interrupted));
        } else {
          try {
            left = changed.awaitNanos(left);
          } catch (InterruptedException e) {
            interrupted = true;
          }
        }
      }
      return !write.ended;
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static StoreException refusal(boolean interrupted) {
    return StoreException.undone(
        interrupted ? "interrupted while waiting to write" : "too many writes are waiting", null);
  }

  private void lead() {
    List<Write<?>> group = take();
    try {
      runner.accept(group);
    } catch (Throwable e) {
      group.stream().filter(write -> !write.ended).forEach(write -> write.fail(e));
    } finally {
      handOver(group);
    }
  }

  private List<Write<?>> take() {
    lock.lock();
    try {
      List<Write<?>> group = new ArrayList<>();
      while (group.size() < MAX_WRITES && !waiting.isEmpty()) {
        Write<?> write = waiting.remove();
        write.isTaken = true;
        group.add(write);
      }
      return group;
    } finally {
      lock.unlock();
    }
  }

  /** Releases threads with completed writes; the others go first in the next group. */
  private void handOver(List<Write<?>> group) {
    lock.lock();
    try {
      for (int i = group.size() - 1; i >= 0; i--) {
        Write<?> write = group.get(i);
        if (!write.ended) {
          write.isTaken = false;
          waiting.addFirst(write);
        }
        signal(write);
      }
      Write<?> next = waiting.peek();
      isLed = next != null;
      if (next != null) {
        next.leads = true;
        signal(next);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void signal(Write<?> write) {
    if (write.changed != null) {
      write.changed.signal();
    }
  }
}
