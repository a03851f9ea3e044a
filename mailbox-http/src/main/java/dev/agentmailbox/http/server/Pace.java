package dev.agentmailbox.http.server;

/** Whether a peer takes at least so many bytes in every window. Used by one thread at a time. */
final class Pace {
  private final long leastBytes;
  private long before;

  /**
   * A least speed.
   *
   * @param leastBytes in each window
   */
  Pace(long leastBytes) {
    this.leastBytes = leastBytes;
  }

  /**
   * Ends a window and begins the next.
   *
   * @param bytes moved since the beginning
   */
  boolean isTooSlow(long bytes) {
    boolean slow = bytes - before < leastBytes;
    before = bytes;
    return slow;
  }
}
