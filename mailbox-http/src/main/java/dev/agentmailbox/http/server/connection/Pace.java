package dev.agentmailbox.http.server.connection;

import java.time.Duration;

/**
 * Whether a peer takes a least number of bytes in every window of the time that it is waited for.
 * Used by one thread at a time.
 */
final class Pace {
  private final long leastBytes;
  private final long windowNanos;
  private long bytesBefore;
  private long waitedBefore;

  /**
   * A least speed.
   *
   * @param leastBytes in each window
   */
  Pace(long leastBytes, Duration window) {
    this.leastBytes = leastBytes;
    this.windowNanos = window.toNanos();
  }

  /**
   * How long the peer has to be waited for until the present window ends, in nanoseconds.
   *
   * @param waitedNanos since the beginning
   */
  long restNanos(long waitedNanos) {
    return windowNanos - (waitedNanos - waitedBefore);
  }

  /**
   * Judges the present window when it is over, and begins the next.
   *
   * @param bytes taken since the beginning
   * @param waitedNanos since the beginning
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
