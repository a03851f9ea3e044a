package dev.agentmailbox.service.intake.screening;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits on unpacking the attachments of a message. What exceeds them cannot be inspected and
 * counts as dangerous. Confined to one thread.
 */
final class InspectionBudget {
  /** Most bytes unpacked from all archives. */
  static final long MAX_UNPACKED_BYTES = 128L << 20;

  /** Most entries of all archives. */
  static final int MAX_ENTRIES = 5_000;

  private static final int CHUNK = 16 * 1024;

  private final LongSupplier nanoTime;
  private final long end;
  private long bytes;
  private int entries;

  InspectionBudget(LongSupplier nanoTime, Duration time) {
    this.nanoTime = nanoTime;
    this.end = nanoTime.getAsLong() + time.toNanos();
  }

  /** Counts an archive entry. */
  void entry() throws UsedUpException {
    if (++entries > MAX_ENTRIES) {
      throw new UsedUpException();
    }
    time();
  }

  /** Counts unpacked bytes. */
  void unpacked(long count) throws UsedUpException {
    bytes += count;
    if (bytes > MAX_UNPACKED_BYTES) {
      throw new UsedUpException();
    }
    time();
  }

  private void time() throws UsedUpException {
    if (nanoTime.getAsLong() - end > 0) {
      throw new UsedUpException();
    }
  }

  /** Reads to the end, counting. */
  void drain(InputStream in) throws IOException {
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      unpacked(n);
    }
  }

  /** A limit was exceeded. */
  static final class UsedUpException extends IOException {
    private static final long serialVersionUID = 1L;

    UsedUpException() {
      super("unpacking limit exceeded");
    }
  }
}
