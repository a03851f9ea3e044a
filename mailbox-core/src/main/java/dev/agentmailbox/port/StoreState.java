package dev.agentmailbox.port;

/**
 * Operational state of a store.
 *
 * @param reason for operators, why it is not {@link Kind#RUNNING}; free of content and secrets;
 *     empty while it runs
 */
public record StoreState(Kind kind, String reason) {
  /** Fully operational. */
  public static final StoreState RUNNING = new StoreState(Kind.RUNNING, "");

  /** The states. */
  public enum Kind {
    /** Reads and writes. */
    RUNNING,

    /** Reads only, until space is available; then it resumes without a restart. */
    FULL,

    /**
     * Rejects writes until the process is restarted, because the outcome of a commit is unknown.
     * Reads succeed only for data known to be durable.
     */
    READ_ONLY,

    /** Neither reads nor writes. */
    CLOSED
  }
}
