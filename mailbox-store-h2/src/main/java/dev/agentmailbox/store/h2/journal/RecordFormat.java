package dev.agentmailbox.store.h2.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The framing of a transaction's changes: a magic number, the length, a CRC-32C over the rest, the
 * position, and the position known to be durable when the record was written. The last field
 * distinguishes damage to acknowledged records from an incomplete end after a power failure.
 */
final class RecordFormat {
  /** Maximum record size in bytes, and so the limit of changes in a transaction. */
  static final int MAX_BYTES = 256 * 1024 * 1024;

  /** Magic number, total length, checksum, position, durable position. */
  static final int HEADER_BYTES = 4 + 4 + 4 + 8 + 8;

  private static final int MARK = 0xA3_52_EC_0D;
  private static final int CHECKSUM_AT = 8;
  private static final int POSITION_AT = 12;

  private RecordFormat() {}

  /** A record with a valid checksum. */
  record Frame(long position, long durable, int end, ByteBuffer changes) {}

  /** Fills in the header of a record. */
  static void seal(ByteBuffer record, long position, long durable) {
    record.putInt(0, MARK);
    record.putInt(4, record.limit());
    record.putLong(POSITION_AT, position);
    record.putLong(POSITION_AT + 8, durable);
    record.putInt(CHECKSUM_AT, checksum(record, 0, record.limit()));
  }

  /** The record at an offset, or null when there is no complete one. */
  static @Nullable Frame read(ByteBuffer file, int at) {
    if (file.limit() - at < HEADER_BYTES || file.getInt(at) != MARK) {
      return null;
    }
    int length = file.getInt(at + 4);
    if (length < HEADER_BYTES
        || length > file.limit() - at
        || file.getInt(at + CHECKSUM_AT) != checksum(file, at, length)) {
      return null;
    }
    return new Frame(
        file.getLong(at + POSITION_AT),
        file.getLong(at + POSITION_AT + 8),
        at + length,
        file.slice(at + HEADER_BYTES, length - HEADER_BYTES));
  }

  /** The first complete record at or after an offset, or null. */
  static @Nullable Frame find(ByteBuffer file, int from) {
    for (int at = from; at <= file.limit() - HEADER_BYTES; at++) {
      Frame frame = read(file, at);
      if (frame != null) {
        return frame;
      }
    }
    return null;
  }

  private static int checksum(ByteBuffer file, int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(file.slice(at + POSITION_AT, length - POSITION_AT));
    return (int) crc.getValue();
  }
}
