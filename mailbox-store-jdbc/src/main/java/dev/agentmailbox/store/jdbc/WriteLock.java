package dev.agentmailbox.store.jdbc;

import dev.agentmailbox.port.StoreException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * How many writing transactions run at once. A database that keeps transactions apart itself takes
 * any number; one whose file is only whole between transactions takes one at a time. Thread safe.
 */
public interface WriteLock {
  /** Everybody at once. */
  WriteLock OPEN =
      new WriteLock() {
        @Override
        public <T> T alone(Supplier<T> work) {
          return work.get();
        }
      };

  /**
   * Runs a writing transaction from its begin to the end of its commit.
   *
   * @throws StoreException it was not its turn in time
   */
  <T> T alone(Supplier<T> work);

  /** One after the other, in the order of arrival; a turn is waited for that long at most. */
  static WriteLock oneAtATime(Duration patience) {
    ReentrantLock turn = new ReentrantLock(true);
    return new WriteLock() {
      @Override
      public <T> T alone(Supplier<T> work) {
        try {
          if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw StoreException.undone("too many writes are waiting", null);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw StoreException.undone("interrupted while waiting to write", e);
        }
        try {
          return work.get();
        } finally {
          turn.unlock();
        }
      }
    };
  }
}
