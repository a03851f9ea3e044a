package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Compacts the database file on a clean stop: copies live data to another file, which replaces the
 * first once durable. A kill leaves one of the two.
 *
 * <p>H2's own time-limited compaction made files larger more often than smaller.
 */
final class FileCompaction {
  /** Maximum share of live data for compaction to be worthwhile. */
  private static final int MAX_PERCENT_ALIVE = 50;

  /** Minimum file size for compaction. */
  private static final long MIN_BYTES = 8L * 1024 * 1024;

  /** Maximum bytes copied, because a stop must end in time: takes some seconds. */
  private static final long MAX_BYTES_ALIVE = 256L * 1024 * 1024;

  /** Asks for compaction at the next clean stop, however many there are before it. */
  private static final String REQUEST = "rewrite";

  private FileCompaction() {}

  /** Requests compaction, whatever it costs: deleted rows must not remain in the file. */
  static void request(Path journal) {
    try {
      DurableFile.write(journal.resolve(REQUEST), new byte[0]);
    } catch (IOException e) {
      throw new StoreException("the rewriting of the database file cannot be noted", e);
    }
  }

  static boolean isRequested(Path journal) {
    return Files.exists(journal.resolve(REQUEST));
  }

  static void forgetRequest(Path journal) throws IOException {
    Files.deleteIfExists(journal.resolve(REQUEST));
  }

  /** Whether the file of an open database should be compacted. */
  static boolean isWorthIt(MVStore engine) {
    if (engine.isClosed()) {
      return false;
    }
    long bytes = engine.getFileStore().size();
    int percent = engine.getFileStore().getChunksFillRate();
    return bytes >= MIN_BYTES
        && percent <= MAX_PERCENT_ALIVE
        && bytes / 100 * percent <= MAX_BYTES_ALIVE;
  }

  /** Compacts the file of a closed database, which must not be opened meanwhile. */
  static void replace(Path file) {
    // H2 deletes a file of this name before it opens the database.
    Path copy = file.resolveSibling(file.getFileName() + ".tempFile");
    try {
      Files.deleteIfExists(copy);
      MVStore.compact(DatabaseFile.name(file), DatabaseFile.name(copy), false, null);
      OwnerOnly.restrict(copy);
      DurableFile.force(copy);
      Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
      DirectorySync.sync(file.resolveSibling("."));
    } catch (IOException | MVStoreException e) {
      throw new StoreException("compacting the database file failed; the file is intact", e);
    }
  }
}
