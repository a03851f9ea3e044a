package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest state of a data directory that is known to be on the disk, noted in the journal's
 * directory at each checkpoint. H2 looks only at both ends of what it wrote last; after a power cut
 * that may have holes. So a start cuts the database file off where it was last forced, and the
 * journal brings it forward from there.
 *
 * @param created of the database file, as its header says; a file that replaced it has another
 * @param bytes of the database file that were forced; 0 when it was not made yet
 * @param segment the number of the journal's file that follows; it was there
 * @param position of the newest record of the journal that was durable
 */
record ForcedState(long created, long bytes, long segment, long position) {
  /** Before a first start has come to its end. */
  static final ForcedState NOTHING = new ForcedState(0, 0, 0, 0);

  private static final String FILE = "checkpoint";
  private static final String UNFINISHED = FILE + ".tmp";

  /** {@code mailchk1}; the last character is the version of the format. */
  private static final long MAGIC = 0x6d61696c_63686b31L;

  private static final int CHECKED_BYTES = 5 * Long.BYTES;
  private static final int BYTES = CHECKED_BYTES + Integer.BYTES;
  private static final Logger LOG = LoggerFactory.getLogger(ForcedState.class);

  /** The note of a journal's directory; empty when there is none that can be read. */
  static Optional<ForcedState> of(Path journal) {
    try {
      return read(journal.resolve(FILE));
    } catch (IOException e) {
      throw new StoreException("the journal in " + journal + " cannot be read", e);
    }
  }

  private static Optional<ForcedState> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    if (bytes.limit() != BYTES
        || bytes.getLong(0) != MAGIC
        || bytes.getInt(CHECKED_BYTES) != checksum(bytes)) {
      LOG.warn("{} is damaged; the database is opened at the newest state that it has", file);
      return Optional.empty();
    }
    bytes.getLong();
    return Optional.of(
        new ForcedState(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong()));
  }

  /** Notes it durably in place of the note before. */
  void write(Path journal) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(MAGIC).putLong(created).putLong(this.bytes).putLong(segment).putLong(position);
    bytes.putInt(checksum(bytes)).flip();
    Path unfinished = journal.resolve(UNFINISHED);
    Files.deleteIfExists(unfinished);
    try (FileChannel out = OwnerOnly.create(unfinished)) {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    Files.move(unfinished, journal.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    sync(journal);
  }

  /** Forgets the note durably, before the file that it is about is replaced. */
  static void forget(Path journal) throws IOException {
    if (Files.deleteIfExists(journal.resolve(FILE))) {
      sync(journal);
    }
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, CHECKED_BYTES));
    return (int) crc.getValue();
  }
}
