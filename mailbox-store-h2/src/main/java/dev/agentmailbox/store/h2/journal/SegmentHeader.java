package dev.agentmailbox.store.h2.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The header of a segment: the id of its database and the position before its first record.
 *
 * @param history id of the database
 * @param after the position before the first record
 */
record SegmentHeader(long history, long after) {
  static final int BYTES = 8 + 8 + 8 + 4;

  /** {@code mailjnl1}; the last character is the version of the format. */
  private static final long MAGIC = 0x6d61696c_6a6e6c31L;

  private static final int CHECKSUM_AT = 24;

  static byte[] bytes(long history, long after) {
    byte[] bytes = new byte[BYTES];
    ByteBuffer header = ByteBuffer.wrap(bytes);
    header.putLong(MAGIC).putLong(history).putLong(after).putInt(checksum(header));
    return bytes;
  }

  /** Reads the header of a file; null when it has none. */
  static @Nullable SegmentHeader read(ByteBuffer file) {
    if (file.limit() < BYTES
        || file.getLong(0) != MAGIC
        || file.getInt(CHECKSUM_AT) != checksum(file)) {
      return null;
    }
    return new SegmentHeader(file.getLong(8), file.getLong(16));
  }

  private static int checksum(ByteBuffer file) {
    CRC32C crc = new CRC32C();
    crc.update(file.slice(0, CHECKSUM_AT));
    return (int) crc.getValue();
  }
}
