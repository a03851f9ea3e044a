package dev.agentmailbox.store.h2.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of a segment written by {@link ChangeWriter}, in order. */
final class ChangeReader {
  private final List<String> known = new ArrayList<>();

  /**
   * Reads the changes of a record with a valid checksum.
   *
   * @throws RuntimeException it was not written by this program
   */
  List<Change> read(ByteBuffer in) {
    int count = length(in);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String sql = statement(in);
      int rows = length(in);
      int size = length(in);
      List<@Nullable Object> parameters = new ArrayList<>();
      for (int j = 0; j < size; j++) {
        parameters.add(value(in));
      }
      changes.add(new Change(sql, parameters, rows));
    }
    return changes;
  }

  private String statement(ByteBuffer in) {
    int id = length(in);
    if (id == known.size()) {
      known.add(text(in));
    }
    return known.get(id);
  }

  private static @Nullable Object value(ByteBuffer in) {
    int type = in.get();
    return switch (type) {
      case ChangeWriter.NULL -> null;
      case ChangeWriter.TRUE -> true;
      case ChangeWriter.FALSE -> false;
      case ChangeWriter.INT -> (Object) (int) signed(in);
      case ChangeWriter.LONG -> (Object) signed(in);
      case ChangeWriter.STRING -> text(in);
      case ChangeWriter.BYTES -> {
        byte[] bytes = new byte[length(in)];
        in.get(bytes);
        yield bytes;
      }
      default -> throw new IllegalStateException("type " + type + " in the journal");
    };
  }

  private static String text(ByteBuffer in) {
    char[] text = new char[length(in)];
    for (int i = 0; i < text.length; i++) {
      int b = in.get() & 0xff;
      if (b < 0x80) {
        text[i] = (char) b;
      } else if (b < 0xe0) {
        text[i] = (char) (((b & 0x1f) << 6) | low(in));
      } else {
        text[i] = (char) (((b & 0xf) << 12) | (low(in) << 6) | low(in));
      }
    }
    return new String(text);
  }

  private static int low(ByteBuffer in) {
    return in.get() & 0x3f;
  }

  private static int length(ByteBuffer in) {
    return Math.toIntExact(number(in));
  }

  private static long signed(ByteBuffer in) {
    long value = number(in);
    return (value >>> 1) ^ -(value & 1);
  }

  private static long number(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = in.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
