package dev.agentmailbox.store.jdbc.transaction;

/**
 * Delays acknowledgements until commits are durable. Thread safe.
 *
 * <p>Databases with durable commits use {@link #NONE}.
 */
public interface CommitBarrier extends AutoCloseable {
  /** For databases with durable commits. */
  CommitBarrier NONE =
      new CommitBarrier() {
        @Override
        public boolean isImmediate() {
          return true;
        }

        @Override
        public void requireWritable() {}

        @Override
        public long written() {
          return 0;
        }

        @Override
        public void awaitDurable(long position) {}

        @Override
        public void close() {}
      };

  /** Whether commits are durable on return, so that no one waits. */
  boolean isImmediate();

  /**
   * Called before a write transaction starts.
   *
   * @throws dev.agentmailbox.port.StoreException when an earlier write could not be made durable
   */
  void requireWritable();

  /**
   * The position of the newest commit. A transaction that ended before the call has seen nothing
   * newer.
   */
  long written();

  /**
   * Waits until every commit up to a position is durable.
   *
   * @throws dev.agentmailbox.port.StoreException when it could not be made durable
   */
  void awaitDurable(long position);

  /** Releases waiting writers and refuses new ones. */
  @Override
  void close();
}
