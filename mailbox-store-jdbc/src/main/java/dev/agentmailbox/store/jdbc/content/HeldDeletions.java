package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes files, or defers deletion while a hold is open. A deferred file gets a new timestamp, so
 * that the next start's sweep finds it if the process dies first. Thread safe.
 */
public final class HeldDeletions {
  private final List<Path> waiting = new ArrayList<>();
  private int holds;

  HeldDeletions() {}

  /** A hold; no file is deleted while it is open. */
  public interface Hold extends AutoCloseable {
    @Override
    void close() throws IOException;
  }

  synchronized Hold hold() {
    holds++;
    return this::release;
  }

  synchronized void delete(Path file) throws IOException {
    if (holds == 0) {
      Files.deleteIfExists(file);
    } else {
      touch(file);
      waiting.add(file);
    }
  }

  private static void touch(Path file) throws IOException {
    FileTime now = FileTime.from(Instant.now());
    try {
      Files.setLastModifiedTime(file, now);
      Files.setLastModifiedTime(file.resolveSibling("").normalize(), now);
    } catch (NoSuchFileException e) {
      // Already deleted, which is fine.
      return;
    }
  }

  private synchronized void release() throws IOException {
    holds--;
    if (holds == 0) {
      for (Path file : waiting) {
        Files.deleteIfExists(file);
      }
      waiting.clear();
    }
  }
}
