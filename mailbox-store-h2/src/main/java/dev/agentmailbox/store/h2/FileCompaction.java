package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/**
 * Gives the space of old states back at an ordered stop: what is alive is copied to another file,
 * which takes the place of the first when it is on the disk. A kill leaves one of the two.
 *
 * <p>H2's own way, moving parts inside the file for a limited time, made files larger more often
 * than smaller.
 */
final class FileCompaction {
  /** It is worth it when no more than this much of the file is alive. */
  private static final int MAX_PERCENT_ALIVE = 50;

  /** Not worth it below. */
  private static final long MIN_BYTES = 8L * 1024 * 1024;

  /** More than this is not copied, because a stop has to end in time: it takes some seconds. */
  private static final long MAX_BYTES_ALIVE = 256L * 1024 * 1024;

  private FileCompaction() {}

  /** Whether the file of an open database should be made smaller. */
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

  /** Makes the file of a closed database smaller; nobody else may open it meanwhile. */
  static void replace(Path file) {
    // H2 deletes a file of this name before it opens the other.
    Path copy = Path.of(file + ".tempFile");
    try {
      Files.deleteIfExists(copy);
      MVStore.compact(DatabaseFile.name(file), DatabaseFile.name(copy), false, null);
      OwnerOnly.restrict(copy);
      sync(copy, StandardOpenOption.WRITE);
      Files.move(copy, file, StandardCopyOption.ATOMIC_MOVE);
      sync(file.resolveSibling("."), StandardOpenOption.READ);
    } catch (IOException | MVStoreException e) {
      throw new StoreException("the database file was not made smaller; it is whole", e);
    }
  }

  private static void sync(Path path, StandardOpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(path, option)) {
      channel.force(true);
    }
  }
}
