package dev.agentmailbox.port;

import dev.agentmailbox.port.event.LogListener;
import java.time.Instant;
import java.util.function.Function;

/**
 * Stores everything but raw content. Only {@link #write} and {@link #tidy} modify data.
 *
 * <p>Thread safe. Transactions must not be nested: work passed to a store must not call the store.
 */
public interface MailboxStore extends AutoCloseable {
  /**
   * Runs a read-only transaction. Returns its result, or rethrows its exception, only once all the
   * data it read is durable as defined by {@link #write}; waits for a concurrent commit to become
   * durable where necessary.
   *
   * @throws StoreException the storage is unavailable; a retry may succeed
   */
  <T> T read(Function<StoreTransaction, T> work);

  /**
   * As {@link #read}, but without waiting for durability. For reads that are repeated, or whose
   * result is written in a transaction, before anything based on them is acknowledged.
   */
  default <T> T look(Function<StoreTransaction, T> work) {
    return read(work);
  }

  /**
   * Runs a read-write transaction and returns only once it is durable: it survives {@code kill -9}
   * and, where the storage is so configured, a power failure. An exception thrown by the work rolls
   * back everything it wrote and is rethrown.
   *
   * <p>Work that conflicts with another transaction is rolled back and run again, so it must have
   * no side effects outside the transaction. A store may run it on another caller's thread and
   * commit it together with the work of others (group commit), so it must not acquire a lock that
   * any caller holds while calling this method. Isolation is read committed; rows read with a
   * {@code lock…} method do not change until the transaction ends.
   *
   * @throws StoreException the storage is unavailable; {@link StoreException#isUndone} says whether
   *     it is certain that nothing was written
   */
  <T> T write(Function<StoreTransaction, T> work);

  /**
   * Performs the storage's own housekeeping in bounded steps. Several processes may call it
   * concurrently. Must not be called inside a transaction.
   *
   * @return number of items processed; 0 when there was nothing to do
   */
  int tidy(Instant now);

  /**
   * Called after rows were erased: a storage whose files keep the bytes of deleted rows rewrites
   * them when it is closed next, so that none remain.
   */
  default void rewriteAtClose() {}

  /** The current state. Does not block. */
  default StoreState state() {
    return StoreState.RUNNING;
  }

  /** Registers a listener for events appended to the logs. A listener cannot be removed. */
  void listen(LogListener listener);

  /** The raw content that rows of this store reference. */
  ContentStore content();

  @Override
  void close();
}
