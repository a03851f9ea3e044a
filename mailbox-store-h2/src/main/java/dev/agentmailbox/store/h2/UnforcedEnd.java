package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.h2.journal.Journal;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of the file that H2 wrote after the last durable state. After a power failure it may
 * have holes, which H2 does not detect.
 */
final class UnforcedEnd {
  /** Two blocks, each with a copy of the file header. */
  private static final int HEADER_BYTES = 8 * 1024;

  private static final Pattern CREATED = Pattern.compile("created:([0-9a-f]{1,15}),");

  private UnforcedEnd() {}

  /**
   * Truncates the file at its durable length, if known.
   *
   * @throws StoreException the file is missing, shorter or a different one
   */
  static void cutOff(Path path, Path journal) throws IOException {
    Optional<ForcedState> forced = ForcedState.of(journal);
    if (forced.isEmpty()) {
      return;
    }
    if (forced.get().bytes() == 0) {
      // An unfinished first start; nothing was acknowledged yet.
      Files.deleteIfExists(path);
      Journal.deleteAll(journal);
      return;
    }
    if (!Files.exists(path)) {
      throw new StoreException(
          "the database " + path + " is missing, but its journal exists", null);
    }
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      cutOff(file, path, forced.get());
    }
  }

  private static void cutOff(FileChannel file, Path path, ForcedState forced) throws IOException {
    long created = created(header(file));
    if (created == 0) {
      // No readable header, which H2 will report.
      return;
    }
    if (created != forced.created()) {
      throw new StoreException(
          "the database " + path + " is not the one that its journal belongs to", null);
    }
    if (file.size() < forced.bytes()) {
      throw new StoreException(
          "the database %s is damaged: it has %d bytes instead of %d"
              .formatted(path, file.size(), forced.bytes()),
          null);
    }
    if (file.size() > forced.bytes()) {
      file.truncate(forced.bytes());
      file.force(true);
    }
  }

  /** Records, before a database is created, that nothing of it is durable yet. */
  static void prepareFirst(Path directory, Path path, Path journal) throws IOException {
    OwnerOnly.createDirectories(journal);
    if (!Files.exists(path) && ForcedState.of(journal).isEmpty() && Journal.isEmpty(journal)) {
      DirectorySync.sync(directory);
      ForcedState.NOTHING.write(journal);
    }
  }

  /** The blocks of a file that H2 overwrites. */
  static ByteBuffer header(FileChannel file) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    while (header.hasRemaining() && file.read(header) >= 0) {
      // Until it is full.
    }
    return header.flip();
  }

  /** The creation time in the header blocks of the file; 0 when neither is readable. */
  static long created(ByteBuffer header) {
    Matcher created = CREATED.matcher(StandardCharsets.ISO_8859_1.decode(header.duplicate()));
    return created.find() ? Long.parseLong(created.group(1), 16) : 0;
  }
}
