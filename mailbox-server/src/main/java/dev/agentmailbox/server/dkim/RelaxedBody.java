package dev.agentmailbox.server.dkim;

import java.security.MessageDigest;

/**
 * The hash of a body in relaxed canonical form (RFC 6376 section 3.4.4): runs of blanks are one
 * space, blanks at the end of a line and empty lines at the end are nothing, and the last line
 * ends. Takes any bytes in any pieces. Belongs to one thread.
 */
final class RelaxedBody {
  private static final int BUFFER_BYTES = 8 * 1024;

  private final MessageDigest hash;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private long emptyLines;
  private boolean blank;
  private boolean inLine;
  private boolean carriageReturn;

  RelaxedBody(MessageDigest hash) {
    this.hash = hash;
  }

  void update(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      next(bytes[i]);
    }
  }

  private void next(byte b) {
    if (carriageReturn) {
      carriageReturn = false;
      if (b == '\n') {
        endLine();
        return;
      }
      visible((byte) '\r');
    }
    if (b == '\r') {
      carriageReturn = true;
    } else if (b == ' ' || b == '\t') {
      blank = true;
    } else {
      visible(b);
    }
  }

  private void visible(byte b) {
    for (; emptyLines > 0; emptyLines--) {
      put((byte) '\r');
      put((byte) '\n');
    }
    if (blank) {
      put((byte) ' ');
      blank = false;
    }
    put(b);
    inLine = true;
  }

  private void endLine() {
    blank = false;
    if (inLine) {
      put((byte) '\r');
      put((byte) '\n');
      inLine = false;
    } else {
      emptyLines++;
    }
  }

  private void put(byte b) {
    if (buffered == buffer.length) {
      flush();
    }
    buffer[buffered++] = b;
  }

  private void flush() {
    hash.update(buffer, 0, buffered);
    buffered = 0;
  }

  /** The hash; nothing may follow. */
  byte[] finish() {
    if (carriageReturn) {
      visible((byte) '\r');
    }
    if (inLine) {
      endLine();
    }
    flush();
    return hash.digest();
  }
}
