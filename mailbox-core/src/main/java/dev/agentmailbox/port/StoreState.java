package dev.agentmailbox.port;

/**
 * What a store does at present.
 *
 * @param reason why it is not {@link Kind#RUNNING}, for the people who run it; no content, no
 *     secrets; empty while it runs
 */
public record StoreState(Kind kind, String reason) {
  /** It reads and writes. */
  public static final StoreState RUNNING = new StoreState(Kind.RUNNING, "");

  /** What it does. */
  public enum Kind {
    /** Reads and writes. */
    RUNNING,

    /** Reads; takes nothing until there is room, and then goes on by itself. */
    FULL,

    /**
     * Takes nothing until the process is started again, because what is on the disk is not known
     * any more. Reads what is known to be durable; everything else fails.
     */
    READ_ONLY,

    /** Neither reads nor writes. */
    CLOSED
  }
}
