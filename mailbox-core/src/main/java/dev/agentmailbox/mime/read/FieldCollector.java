package dev.agentmailbox.mime.read;

import dev.agentmailbox.mime.text.MailCharsets;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Unfolds header fields (RFC 5322 section 2.2). */
final class FieldCollector {
  private static final int MAX_NAME_LENGTH = 256;

  private final ByteArrayOutputStream value = new ByteArrayOutputStream();
  private @Nullable String name;

  /** Starts a field; false when the line is not a field. */
  boolean start(byte[] line, int length) {
    int colon = 0;
    while (colon < length && line[colon] > ' ' && line[colon] < 0x7f && line[colon] != ':') {
      colon++;
    }
    int nameEnd = colon;
    while (colon < length && (line[colon] == ' ' || line[colon] == '\t')) {
      colon++;
    }
    if (nameEnd == 0 || nameEnd > MAX_NAME_LENGTH || colon == length || line[colon] != ':') {
      return false;
    }
    name = MailCharsets.decodeHeader(line, nameEnd);
    value.write(line, colon + 1, length - colon - 1);
    return true;
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
    RawField field = new RawField(name, MailCharsets.decodeHeader(bytes, bytes.length).strip());
    name = null;
    value.reset();
    return field;
  }
}
