package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.port.StorageFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the disk of a directory is full. After a write failed for lack of space, writes
 * are refused until a probe file can be written, synced and deleted; probing happens on demand, at
 * most four times a second. Thread safe.
 */
public final class DiskSpace {
  /** Size of the probe file. */
  static final int PROBE_BYTES = 1 << 20;

  /** Minimum interval between probes. */
  static final Duration PROBED_EVERY = Duration.ofMillis(250);

  private static final String PROBE = "room.probe";
  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

  private final Path directory;
  private final LongSupplier nanoTime;
  private volatile @Nullable String full;
  private long probedNanos;

  /** Creates the monitor of a directory. */
  public DiskSpace(Path directory) {
    this(directory, System::nanoTime);
  }

  DiskSpace(Path directory, LongSupplier nanoTime) {
    this.directory = directory;
    this.nanoTime = nanoTime;
  }

  /** Whether a failure means that a disk is full or a quota exceeded. */
  public static boolean isFull(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String words = cause.getMessage();
      if (cause instanceof StorageFullException
          || (words != null
              && (words.contains("No space left on device")
                  || words.contains("Disk quota exceeded")
                  || words.contains("not enough space on the disk")))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Records a failed write.
   *
   * @return the exception to throw: {@link StorageFullException} when the disk is full, else the
   *     failure
   */
  public IOException noted(IOException failure) {
    return met(failure) ? new StorageFullException(failure) : failure;
  }

  /** Records a failure; returns whether it means that the disk is full. */
  public synchronized boolean met(Throwable failure) {
    if (!isFull(failure)) {
      return false;
    }
    if (full == null) {
      full = "the disk of " + directory + " is full";
      probedNanos = nanoTime.getAsLong();
      LOG.error(
          "{} (no space left on device): writes are refused until there is space again, which is"
              + " detected without a restart",
          full);
    }
    return true;
  }

  /** Records that a write succeeded after the disk was full. */
  public synchronized void found() {
    if (full != null) {
      full = null;
      LOG.warn(
          "disk space is available again in {}: mail, sends and changes are accepted", directory);
    }
  }

  /** The last known reason for refusing writes, or null. Does not probe. */
  public @Nullable String known() {
    return full;
  }

  /** The reason for refusing writes, or null. Probes when due. */
  public @Nullable String missing() {
    if (full != null && isTimeToProbe()) {
      probe();
    }
    return full;
  }

  /**
   * Called before a write.
   *
   * @throws StorageFullException the disk is full
   */
  public void require() throws StorageFullException {
    if (missing() != null) {
      throw new StorageFullException();
    }
  }

  private synchronized boolean isTimeToProbe() {
    long now = nanoTime.getAsLong();
    if (now - probedNanos < PROBED_EVERY.toNanos()) {
      return false;
    }
    probedNanos = now;
    return true;
  }

  private void probe() {
    Path file = directory.resolve(PROBE);
    try {
      Files.deleteIfExists(file);
      try (FileChannel probe = OwnerOnly.create(file)) {
        ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES);
        while (bytes.hasRemaining()) {
          probe.write(bytes);
        }
        probe.force(false);
      } finally {
        Files.deleteIfExists(file);
      }
      found();
    } catch (IOException still) {
      LOG.debug("there is no space yet", still);
    }
  }
}
