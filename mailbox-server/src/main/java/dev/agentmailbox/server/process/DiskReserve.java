package dev.agentmailbox.server.process;

import dev.agentmailbox.thread.DaemonThreads;
import dev.agentmailbox.thread.ScheduledThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors whether free disk space is below the reserve. A separate thread checks once a second, so
 * that a hanging disk blocks no caller; changes are logged once. When the space cannot be read, it
 * counts as sufficient: writes would fail on their own. Thread safe.
 */
public final class DiskReserve implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final int MEBIBYTE = 1 << 20;
  private static final Logger LOG = LoggerFactory.getLogger(DiskReserve.class);

  private final long reserveBytes;
  private final Space space;
  private final ScheduledThreads thread =
      new ScheduledThreads(1, new DaemonThreads("disk-reserve"));
  private volatile boolean low;

  /** Reads the free space. */
  @FunctionalInterface
  public interface Space {
    long usableBytes() throws IOException;
  }

  /**
   * Creates a reserve that is not monitored yet.
   *
   * @param reserveBytes space to keep free, in bytes; 0 for none
   */
  public DiskReserve(long reserveBytes, Space space) {
    this.reserveBytes = reserveBytes;
    this.space = space;
  }

  /** Checks now and then once a second until closed. */
  public DiskReserve start() {
    if (reserveBytes > 0) {
      look();
      long period = LOOK_EVERY.toMillis();
      var unused = thread.scheduleWithFixedDelay(this::look, period, period, TimeUnit.MILLISECONDS);
    }
    return this;
  }

  /** Whether free space is below the reserve; never blocks. */
  boolean isLow() {
    return low;
  }

  /** Called by one thread at a time. */
  void look() {
    try {
      long usable = space.usableBytes();
      boolean nowLow = usable < reserveBytes;
      if (nowLow && !low) {
        LOG.warn(
            "only {} MiB of disk space are free, below the reserve of {} MiB"
                + " (MAILBOX_DISK_RESERVE): mail, sends and drafts are refused until there is more",
            usable / MEBIBYTE,
            reserveBytes / MEBIBYTE);
      } else if (low && !nowLow) {
        LOG.warn("disk space is above the reserve again: mail, sends and drafts are accepted");
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
