package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Locks a data directory for one process. H2's own lock does not suffice: its file is replaced by
 * compaction after H2 has closed it.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String FILE = "mailbox.lock";

  private final FileChannel file;

  private DirectoryLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Acquires the lock.
   *
   * @throws StoreException held by another process
   */
  static DirectoryLock take(Path directory) {
    Path path = directory.resolve(FILE);
    try {
      FileChannel file =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      DirectoryLock lock = new DirectoryLock(file);
      if (!lock.holds()) {
        lock.close();
        throw new StoreException(
            "the data directory " + directory + " is in use by another process", null);
      }
      OwnerOnly.restrict(path);
      return lock;
    } catch (IOException e) {
      throw new StoreException("the data directory " + directory + " cannot be locked", e);
    }
  }

  /** As {@link #take}, but does nothing for a directory that was never locked. */
  static Optional<DirectoryLock> takeIfThere(Path directory) {
    return Files.exists(directory.resolve(FILE)) ? Optional.of(take(directory)) : Optional.empty();
  }

  private boolean holds() throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new StoreException("the data directory cannot be unlocked", e);
    }
  }
}
