package dev.agentmailbox.store.jdbc.content;

import dev.agentmailbox.port.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that were not synced, because a journal has their bytes. Thread safe. */
final class UnforcedFiles {
  /** Further files must be synced at once. */
  private static final int MAX_FILES = 2_000;

  private static final Logger LOG = LoggerFactory.getLogger(UnforcedFiles.class);

  private final DirectorySync directorySync;
  private final Set<Path> files = new HashSet<>();

  UnforcedFiles(DirectorySync directorySync) {
    this.directorySync = directorySync;
  }

  /**
   * Adds a file unless there are too many.
   *
   * @param journaled hands its bytes to the journal, unless that has no room
   * @return false when the file must be synced now
   */
  synchronized boolean add(Path file, BooleanSupplier journaled) {
    return files.size() < MAX_FILES && journaled.getAsBoolean() && files.add(file);
  }

  /** Adds a file that a start has found as the journal has it. */
  synchronized void addRecovered(Path file) {
    files.add(file);
  }

  /** Makes durable what was added before the call. */
  void force() throws IOException {
    Set<Path> present = present();
    Set<Path> directories = new HashSet<>();
    for (Path file : present) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(false);
        directories.add(file.resolveSibling("").normalize());
      } catch (NoSuchFileException deleted) {
        LOG.trace("{} was deleted before it was synced", file);
      }
    }
    try {
      directorySync.await(directories.toArray(new Path[0]));
    } catch (StoreException e) {
      throw new IOException("syncing a directory failed", e);
    }
    removeAll(present);
  }

  private synchronized Set<Path> present() {
    return Set.copyOf(files);
  }

  private synchronized void removeAll(Set<Path> forced) {
    files.removeAll(forced);
  }

  synchronized boolean isEmpty() {
    return files.isEmpty();
  }
}
