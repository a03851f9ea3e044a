package dev.agentmailbox.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk has less free space than is kept in reserve. Looked at once a second at most; a
 * change is logged once. A disk that cannot be looked at counts as one with room: writing to it
 * fails by itself. Thread safe.
 */
final class DiskReserve {
  /** How long an answer is kept. */
  static final Duration KEPT = Duration.ofSeconds(1);

  private static final int MEBIBYTE = 1 << 20;
  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  private final long reserveBytes;
  private final Space space;
  private final LongSupplier nanoTime;
  private boolean low;
  private boolean looked;
  private long lookedNanos;

  /** Where the free space is read. */
  @FunctionalInterface
  interface Space {
    long usableBytes() throws IOException;
  }

  /**
   * A reserve.
   *
   * @param reserveBytes to be kept free; 0 for none
   * @param nanoTime as {@link System#nanoTime}
   */
  DiskReserve(long reserveBytes, Space space, LongSupplier nanoTime) {
    this.reserveBytes = reserveBytes;
    this.space = space;
    this.nanoTime = nanoTime;
  }

  /** Whether nothing more may be taken in. */
  synchronized boolean isLow() {
    if (reserveBytes == 0) {
      return false;
    }
    long now = nanoTime.getAsLong();
    if (!looked || now - lookedNanos >= TimeUnit.NANOSECONDS.convert(KEPT)) {
      looked = true;
      lookedNanos = now;
      look();
    }
    return low;
  }

  private void look() {
    try {
      long usable = space.usableBytes();
      boolean nowLow = usable < reserveBytes;
      if (nowLow && !low) {
        LOG.warn(
            "only {} MiB of disk space are left, {} MiB are kept in reserve (MAILBOX_DISK_RESERVE):"
                + " mail, sends and drafts are refused until there is more",
            usable / MEBIBYTE,
            reserveBytes / MEBIBYTE);
      } else if (low && !nowLow) {
        LOG.warn("there is disk space again: mail, sends and drafts are taken");
      }
      low = nowLow;
    } catch (IOException unknown) {
      LOG.debug("the free disk space cannot be read", unknown);
      low = false;
    }
  }
}
