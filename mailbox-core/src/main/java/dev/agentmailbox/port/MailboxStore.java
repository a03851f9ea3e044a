package dev.agentmailbox.port;

import dev.agentmailbox.port.event.LogListener;
import java.time.Instant;
import java.util.function.Function;

/**
 * Where everything but raw content lives. Only {@link #write} changes anything.
 *
 * <p>Thread safe. Nested calls are a mistake: work given to a store does not call the store.
 */
public interface MailboxStore extends AutoCloseable {
  /**
   * Runs a reading transaction and returns, or throws what the work throws, only when everything it
   * saw would survive as {@link #write} says: what was written a moment ago by another is waited
   * for.
   *
   * @throws StoreException the storage is not available; a repeat may succeed
   */
  <T> T read(Function<StoreTransaction, T> work);

  /**
   * As {@link #read}, without the wait. For questions that are asked again, or whose answer is
   * written, before anything is acknowledged that rests on it.
   */
  default <T> T look(Function<StoreTransaction, T> work) {
    return read(work);
  }

  /**
   * Runs a writing transaction and returns only when it would survive {@code kill -9} and, where
   * the storage is configured so, a power cut. An exception from the work rolls everything back and
   * is thrown on.
   *
   * <p>Work that loses a race against another transaction is rolled back and run again, so it must
   * not do anything but use the transaction. A store may run it on another caller's thread and in
   * one transaction with the work of others, so it must not take a lock that any caller holds while
   * it waits for this method. Transactions see what is committed; rows read with a {@code lock…}
   * method do not change until the end.
   *
   * @throws StoreException the storage is not available; {@link StoreException#isUndone} says
   *     whether it is known that nothing was written
   */
  <T> T write(Function<StoreTransaction, T> work);

  /**
   * Does what the storage itself wants to have done now and then, in bounded steps; several
   * processes may do it at once. Not called inside a transaction.
   *
   * @return how many things were done; 0 when there was nothing to do
   */
  int tidy(Instant now);

  /** What it does at present. Does not block. */
  default StoreState state() {
    return StoreState.RUNNING;
  }

  /** Tells this listener from now on when a log grew. */
  void listen(LogListener listener);

  /** The raw messages that rows of this store name. */
  ContentStore content();

  @Override
  void close();
}
