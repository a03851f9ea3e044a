package dev.agentmailbox.http.server.connection;

import java.time.Duration;

/**
 * Enforces a minimum transfer rate per window, measured over the time spent waiting for the peer.
 * Used by one thread at a time.
 */
final class Pace {
  private final long leastBytes;
  private final long windowNanos;
  private long bytesBefore;
  private long waitedBefore;

  /**
   * Creates a minimum rate.
   *
   * @param leastBytes in each window
   */
  Pace(long leastBytes, Duration window) {
    this.leastBytes = leastBytes;
    this.windowNanos = window.toNanos();
  }

  /**
   * Remaining waiting time of the present window, in nanoseconds.
   *
   * @param waitedNanos since the start
   */
  long restNanos(long waitedNanos) {
    return windowNanos - (waitedNanos - waitedBefore);
  }

  /**
   * Evaluates the present window if it is over, and starts the next.
   *
   * @param bytes taken since the start
   * @param waitedNanos since the start
   */
  boolean isTooSlow(long bytes, long waitedNanos) {
    if (restNanos(waitedNanos) > 0) {
      return false;
    }
    boolean slow = bytes - bytesBefore < leastBytes;
    bytesBefore = bytes;
    waitedBefore = waitedNanos;
    return slow;
  }
}
