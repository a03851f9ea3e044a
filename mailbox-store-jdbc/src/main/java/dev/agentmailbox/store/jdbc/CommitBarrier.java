package dev.agentmailbox.store.jdbc;

/**
 * Stands between a commit and its acknowledgement. Thread safe.
 *
 * <p>A database that is durable when its commit returns has {@link #NONE}.
 */
public interface CommitBarrier extends AutoCloseable {
  /** For databases whose commit is durable. */
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

  /** Whether a commit is durable already, so that nobody has to wait. */
  boolean isImmediate();

  /**
   * Called before a writing transaction starts.
   *
   * @throws dev.agentmailbox.port.StoreException when an earlier write could not be made durable
   */
  void requireWritable();

  /**
   * The position of the newest commit. A transaction that ended before the call saw nothing newer.
   */
  long written();

  /**
   * Returns once every commit up to a position would survive a power cut: at once when it would
   * already.
   *
   * @throws dev.agentmailbox.port.StoreException when it could not be made durable
   */
  void awaitDurable(long position);

  /** Lets waiting writers go and refuses new ones. */
  @Override
  void close();
}
