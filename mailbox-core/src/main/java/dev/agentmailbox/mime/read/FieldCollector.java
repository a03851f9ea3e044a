package dev.agentmailbox.mime.read;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Unfolds header fields (RFC 5322 section 2.2). */
final class FieldCollector {
  private static final int MAX_NAME_LENGTH = 256;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final ByteArrayOutputStream value = new ByteArrayOutputStream();
  private @Nullable String name;
  private boolean needsCharset;

  /** Starts a field; false when the line is not a field. */
  boolean start(byte[] line, int length) {
    int nameStart = isMarked(line, length) ? BYTE_ORDER_MARK.length : 0;
    int colon = nameStart;
    while (colon < length && line[colon] > ' ' && line[colon] < 0x7f && line[colon] != ':') {
      colon++;
    }
    int nameEnd = colon;
    while (colon < length && (line[colon] == ' ' || line[colon] == '\t')) {
      colon++;
    }
    int nameLength = nameEnd - nameStart;
    if (nameLength == 0 || nameLength > MAX_NAME_LENGTH || colon == length || line[colon] != ':') {
      return false;
    }
    name = new String(line, nameStart, nameLength, StandardCharsets.US_ASCII);
    value.write(line, colon + 1, length - colon - 1);
    return true;
  }

  /** Some senders begin a message with the byte order mark of the file it was made from. */
  private static boolean isMarked(byte[] line, int length) {
    return length > BYTE_ORDER_MARK.length
        && line[0] == BYTE_ORDER_MARK[0]
        && line[1] == BYTE_ORDER_MARK[1]
        && line[2] == BYTE_ORDER_MARK[2];
  }

  /** Whether a field was found that is to be decoded by the charset of the body. */
  boolean needsCharset() {
    return needsCharset;
  }

  /** Adds a continuation line; ignored without a field. */
  void fold(byte[] line, int length) {
    if (name != null) {
      value.write(line, 0, length);
    }
  }

  /** Bytes collected so far. */
  int size() {
    return value.size();
  }

  void cut(int bytes) {
    byte[] all = value.toByteArray();
    value.reset();
    value.write(all, 0, Math.min(bytes, all.length));
  }

  /** Returns the field, if any, and resets. */
  @Nullable RawField finish() {
    if (name == null) {
      return null;
    }
    byte[] bytes = value.toByteArray();
    RawField field = RawField.of(name, bytes);
    needsCharset |= field.bytes() != null;
    name = null;
    value.reset();
    return field;
  }
}
