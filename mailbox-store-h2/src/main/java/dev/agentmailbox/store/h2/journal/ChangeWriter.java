package dev.agentmailbox.store.h2.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serializes changes. A statement's text is written once per segment and referenced by number
 * afterwards. Belongs to one segment and one thread at a time.
 */
final class ChangeWriter {
  static final int NULL = 0;
  static final int TRUE = 1;
  static final int FALSE = 2;
  static final int INT = 3;
  static final int LONG = 4;
  static final int STRING = 5;
  static final int BYTES = 6;

  private static final int FIRST_BYTES = 8 * 1024;
  private static final int KEPT_BYTES = 1024 * 1024;

  private final Map<String, Integer> known = new HashMap<>();
  private final List<String> added = new ArrayList<>();
  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** Starts a record with room for a header, which the caller fills in. */
  void begin(int header) {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    length = header;
  }

  /** The record so far; valid until the next one is started. */
  ByteBuffer record() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  /** Writes the record at a file position; returns its length. */
  int writeTo(SegmentFile file, long at) throws IOException {
    file.write(at, bytes, length);
    return length;
  }

  /** Confirms that the record was written: later ones may refer to its statements. */
  void keep() {
    added.clear();
  }

  /** Discards the record, which was not written. */
  void forget() {
    added.forEach(known::remove);
    added.clear();
  }

  void write(List<Change> changes) {
    number(changes.size());
    for (Change change : changes) {
      statement(change.sql());
      number(change.rows());
      number(change.parameters().size());
      change.parameters().forEach(this::value);
    }
  }

  private void statement(String sql) {
    Integer id = known.get(sql);
    if (id != null) {
      number(id);
      return;
    }
    number(known.size());
    text(sql);
    known.put(sql, known.size());
    added.add(sql);
  }

  private void value(@Nullable Object value) {
    if (value == null) {
      put(NULL);
    } else if (value instanceof String text) {
      put(STRING);
      text(text);
    } else if (value instanceof Long number) {
      put(LONG);
      number((number << 1) ^ (number >> 63));
    } else if (value instanceof Integer number) {
      put(INT);
      number(((long) number << 1) ^ ((long) number >> 63));
    } else if (value instanceof Boolean truth) {
      put(truth ? TRUE : FALSE);
    } else if (value instanceof byte[] data) {
      put(BYTES);
      number(data.length);
      reserve(data.length);
      System.arraycopy(data, 0, bytes, length, data.length);
      length += data.length;
    } else {
      throw new IllegalArgumentException("a " + value.getClass().getName() + " in the journal");
    }
  }

  /** Individual chars, because a text may contain lone surrogates, which UTF-8 cannot encode. */
  private void text(String text) {
    number(text.length());
    reserve(3L * text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes[length++] = (byte) c;
      } else if (c < 0x800) {
        bytes[length++] = (byte) (0xc0 | (c >> 6));
        bytes[length++] = (byte) (0x80 | (c & 0x3f));
      } else {
        bytes[length++] = (byte) (0xe0 | (c >> 12));
        bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3f));
        bytes[length++] = (byte) (0x80 | (c & 0x3f));
      }
    }
  }

  /** Variable-length integer: seven bits per byte, lowest first. */
  private void number(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      put((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    put((int) rest);
  }

  private void put(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  private void reserve(long more) {
    long wanted = length + more;
    if (wanted > bytes.length) {
      if (wanted > RecordFormat.MAX_BYTES) {
        throw new RecordTooLongException();
      }
      long doubled = Math.max(wanted, 2L * bytes.length);
      bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, RecordFormat.MAX_BYTES));
    }
  }

  /** A transaction exceeds the maximum record size. */
  static final class RecordTooLongException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RecordTooLongException() {
      super("a transaction of more than " + RecordFormat.MAX_BYTES + " bytes");
    }
  }
}
