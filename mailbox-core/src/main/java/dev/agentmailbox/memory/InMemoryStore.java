package dev.agentmailbox.memory;

import dev.agentmailbox.port.ContentStore;
import dev.agentmailbox.port.MailboxStore;
import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.port.StoreTransaction;
import dev.agentmailbox.port.event.LogListener;
import dev.agentmailbox.port.event.LogListeners;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A store in the heap, for tests and for embedding without a database. It meets the contracts of
 * the ports except durability, and is limited only by the heap.
 *
 * <p>Design: one read-write lock. Read transactions run in parallel; a write transaction runs alone
 * and changes the collections in place, recording the inverse of each change in an {@code UndoLog}
 * for rollback. So partial transactions are never visible, work is never retried, and row locks are
 * unnecessary. Lists are ranges of sorted indexes.
 *
 * <p>Thread safe. Nested calls throw {@link IllegalStateException}.
 */
public final class InMemoryStore implements MailboxStore {
  /** Default limit of one raw message: 64 MiB. */
  public static final int DEFAULT_MAX_CONTENT_BYTES = 64 << 20;

  private final Stores stores = new Stores();
  private final ReentrantReadWriteLock lock = stores.lock;
  private final MemoryContent content;
  private final LogListeners listeners = new LogListeners();
  private volatile boolean closed;

  public InMemoryStore() {
    this(DEFAULT_MAX_CONTENT_BYTES);
  }

  /**
   * Creates a store with a message size limit.
   *
   * @param maxContentBytes largest raw message in bytes; beyond it writes throw {@link
   *     java.io.IOException}
   */
  public InMemoryStore(int maxContentBytes) {
    content = new MemoryContent(maxContentBytes);
  }

  @Override
  public <T> T read(Function<StoreTransaction, T> work) {
    return locked(
        lock.readLock(),
        () -> {
          try (MemoryTransaction transaction = MemoryTransaction.forReading(stores)) {
            return work.apply(transaction);
          }
        });
  }

  @Override
  public <T> T write(Function<StoreTransaction, T> work) {
    List<String> grown = new ArrayList<>();
    T done =
        locked(
            lock.writeLock(),
            () -> {
              try (MemoryTransaction transaction = MemoryTransaction.forWriting(stores)) {
                T result = work.apply(transaction);
                transaction.writeCollected();
                stores.undo.commit();
                grown.addAll(transaction.publishesTo());
                return result;
              } finally {
                stores.undo.rollBack();
              }
            });
    grown.forEach(listeners::wake);
    return done;
  }

  /** Needs no housekeeping. */
  @Override
  public int tidy(Instant now) {
    return 0;
  }

  @Override
  public void listen(LogListener listener) {
    listeners.add(listener);
  }

  @Override
  public ContentStore content() {
    return content;
  }

  /** Keeps the data; later transactions fail. */
  @Override
  public void close() {
    closed = true;
  }

  private <T> T locked(Lock part, Supplier<T> work) {
    if (lock.isWriteLockedByCurrentThread() || lock.getReadHoldCount() > 0) {
      throw new IllegalStateException("work given to a store must not call the store");
    }
    part.lock();
    try {
      if (closed) {
        throw new StoreException("the store is closed", null);
      }
      return work.get();
    } finally {
      part.unlock();
    }
  }
}
