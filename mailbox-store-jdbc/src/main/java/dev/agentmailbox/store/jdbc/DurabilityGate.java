package dev.agentmailbox.store.jdbc;

/**
 * Stands between a commit and its acknowledgement. Thread safe.
 *
 * <p>A database that is durable when its commit returns has {@link #NONE}.
 */
public interface DurabilityGate extends AutoCloseable {
  /** For databases whose commit is durable. */
  DurabilityGate NONE =
      new DurabilityGate() {
        @Override
        public boolean isImmediate() {
          return true;
        }

        @Override
        public void requireWritable() {}

        @Override
        public void awaitDurable() {}

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
   * Returns once everything that this thread has committed would survive a power cut.
   *
   * @throws dev.agentmailbox.port.StoreException when it could not be made durable
   */
  void awaitDurable();

  /** Lets waiting writers go and refuses new ones. */
  @Override
  void close();
}
