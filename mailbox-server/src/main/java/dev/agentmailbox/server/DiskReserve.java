package dev.agentmailbox.server;

import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk has less free space than is kept in reserve. A thread of its own looks once a
 * second, so that a disk that hangs keeps no caller waiting; a change is logged once. A disk that
 * cannot be looked at counts as one with room: writing to it fails by itself. Thread safe.
 */
final class DiskReserve implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final int MEBIBYTE = 1 << 20;
  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  private final long reserveBytes;
  private final Space space;
  private final ScheduledThreads thread =
      new ScheduledThreads(1, new DaemonThreads("disk-reserve"));
  private volatile boolean low;

  /** Where the free space is read. */
  @FunctionalInterface
  interface Space {
    long usableBytes() throws IOException;
  }

  /**
   * A reserve that is not looked at yet.
   *
   * @param reserveBytes to be kept free; 0 for none
   */
  DiskReserve(long reserveBytes, Space space) {
    this.reserveBytes = reserveBytes;
    this.space = space;
  }

  /** Looks, and then again once a second until it is closed. */
  DiskReserve start() {
    if (reserveBytes > 0) {
      look();
      long period = LOOK_EVERY.toMillis();
      var unused = thread.scheduleWithFixedDelay(this::look, period, period, TimeUnit.MILLISECONDS);
    }
    return this;
  }

  /** Whether nothing more may be taken in; never blocks. */
  boolean isLow() {
    return low;
  }

  /** By one thread at a time. */
  void look() {
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
    } catch (IOException | RuntimeException unknown) {
      LOG.debug("the free disk space cannot be read", unknown);
      low = false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
