package dev.agentmailbox.store.h2;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.DirectorySync;
import dev.agentmailbox.store.jdbc.content.DurableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest state of the database file known to be durable, recorded in the journal's directory at
 * each checkpoint. H2 validates only both ends of its last write, which may have holes after a
 * power failure. So a start truncates the file at its last durable length, and the journal is
 * replayed from there.
 *
 * @param created creation time in the header of the database file; differs for a replaced file
 * @param bytes durable length of the database file; 0 before it is created
 * @param segment number of the journal segment that follows, which existed
 * @param position of the newest durable journal record
 */
record ForcedState(long created, long bytes, long segment, long position) {
  /** Before the first start has completed. */
  static final ForcedState NOTHING = new ForcedState(0, 0, 0, 0);

  private static final String FILE = "checkpoint";

  /** {@code mailchk1}; the last character is the version of the format. */
  private static final long MAGIC = 0x6d61696c_63686b31L;

  private static final int CHECKED_BYTES = 5 * Long.BYTES;
  private static final int BYTES = CHECKED_BYTES + Integer.BYTES;
  private static final Logger LOG = LoggerFactory.getLogger(ForcedState.class);

  /** Reads the record of a journal's directory; empty when missing or unreadable. */
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
      LOG.warn("{} is damaged; the database is opened at its newest state", file);
      return Optional.empty();
    }
    bytes.getLong();
    return Optional.of(
        new ForcedState(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong()));
  }

  /** Durably replaces the record. */
  void write(Path journal) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES);
    bytes.putLong(MAGIC).putLong(created).putLong(this.bytes).putLong(segment).putLong(position);
    bytes.putInt(checksum(bytes));
    DurableFile.write(journal.resolve(FILE), bytes.array());
  }

  /** Durably deletes the record, before its database file is replaced. */
  static void forget(Path journal) throws IOException {
    if (Files.deleteIfExists(journal.resolve(FILE))) {
      DirectorySync.sync(journal);
    }
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, CHECKED_BYTES));
    return (int) crc.getValue();
  }
}
