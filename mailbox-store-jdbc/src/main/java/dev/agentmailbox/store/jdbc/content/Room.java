package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.port.NoRoomException;
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
 * Whether the disk of a directory takes writes. Once one of them met a full disk, nothing is taken
 * until a probe, a small file that is written, forced and deleted, finds that there is room again;
 * one is made when somebody asks, four times a second at most. Thread safe.
 */
public final class Room {
  /** What has to fit before anything is taken again. */
  static final int PROBE_BYTES = 1 << 20;

  /** Between two probes. */
  static final Duration PROBED_EVERY = Duration.ofMillis(250);

  private static final String PROBE = "room.probe";
  private static final Logger LOG = LoggerFactory.getLogger(Room.class);

  private final Path directory;
  private final LongSupplier nanoTime;
  private volatile @Nullable String full;
  private long probedNanos;

  /** The room of a directory. */
  public Room(Path directory) {
    this(directory, System::nanoTime);
  }

  Room(Path directory, LongSupplier nanoTime) {
    this.directory = directory;
    this.nanoTime = nanoTime;
  }

  /** Whether a failure says that a disk is full, or a quota used up. */
  public static boolean isMissing(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String words = cause.getMessage();
      if (cause instanceof NoRoomException
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
   * Notes a failed write.
   *
   * @return what to throw: {@link NoRoomException} when the disk is full, else the failure
   */
  public IOException noted(IOException failure) {
    return met(failure) ? new NoRoomException(failure) : failure;
  }

  /** Notes a failure; returns whether it says that the disk is full. */
  public synchronized boolean met(Throwable failure) {
    if (!isMissing(failure)) {
      return false;
    }
    if (full == null) {
      full = "the disk of " + directory + " is full";
      probedNanos = nanoTime.getAsLong();
      LOG.error(
          "{} (no space left on device): nothing is taken until there is room; that is noticed"
              + " without a restart",
          full);
    }
    return true;
  }

  /** Notes that a write succeeded that had met a full disk. */
  public synchronized void found() {
    if (full != null) {
      full = null;
      LOG.warn("there is room again in {}: mail, sends and changes are taken", directory);
    }
  }

  /** Why nothing was taken when it was last tried, or null. Does not look again. */
  public @Nullable String known() {
    return full;
  }

  /** Why nothing is taken, or null when there is room. Probes when it is time to. */
  public @Nullable String missing() {
    if (full != null && isTimeToProbe()) {
      probe();
    }
    return full;
  }

  /**
   * Asks before something is written.
   *
   * @throws NoRoomException the disk is full
   */
  public void require() throws NoRoomException {
    if (missing() != null) {
      throw new NoRoomException();
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
      LOG.debug("there is no room yet", still);
    }
  }
}
