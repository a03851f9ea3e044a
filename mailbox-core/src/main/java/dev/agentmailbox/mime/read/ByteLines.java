package dev.agentmailbox.mime.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Iterates over the lines of a byte stream with their offsets. Lines end with CRLF or LF; bare CR
 * is a line end only if the first {@value #BUFFER} bytes contain CR and no LF. Memory is bounded by
 * the caller's limit per line.
 */
final class ByteLines implements Closeable {
  private static final int BUFFER = 32 * 1024;
  private static final int MIN_BUFFER = 512;

  private final InputStream in;
  private final byte[] buffer;
  private int position;
  private int filled;
  private final byte terminator;

  private byte[] kept = new byte[256];
  private int keptLength;
  private boolean lastIsCr;
  private long start;
  private long end;
  private long next;

  ByteLines(InputStream in) throws IOException {
    this.in = in;
    buffer = new byte[Math.max(MIN_BUFFER, Math.min(BUFFER, in.available()))];
    filled = in.readNBytes(buffer, 0, buffer.length);
    boolean hasLf = false;
    boolean hasCr = false;
    for (int i = 0; i < filled && !hasLf; i++) {
      hasLf = buffer[i] == '\n';
      hasCr |= buffer[i] == '\r';
    }
    terminator = (byte) (hasCr && !hasLf ? '\r' : '\n');
  }

  /** Advances to the next line, keeping at most {@code keep} bytes of it; false at the end. */
  boolean next(int keep) throws IOException {
    start = next;
    keptLength = 0;
    if (position == filled && !fill()) {
      return false;
    }
    while (true) {
      int from = position;
      while (position < filled && buffer[position] != terminator) {
        position++;
      }
      keep(from, keep);
      next += position - from;
      if (position < filled) {
        position++;
        end = next++;
        break;
      }
      if (!fill()) {
        end = next;
        return true;
      }
    }
    dropCarriageReturn();
    return true;
  }

  private void keep(int from, int limit) {
    int length = Math.min(position - from, limit - keptLength);
    if (length > 0) {
      if (keptLength + length > kept.length) {
        kept = Arrays.copyOf(kept, Math.max(keptLength + length, kept.length * 2));
      }
      System.arraycopy(buffer, from, kept, keptLength, length);
      keptLength += length;
    }
    if (position > from) {
      lastIsCr = buffer[position - 1] == '\r';
    } else if (next == start) {
      lastIsCr = false;
    }
  }

  private void dropCarriageReturn() {
    if (terminator == '\n' && lastIsCr && end > start) {
      end--;
      if (keptLength > end - start) {
        keptLength--;
      }
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    filled = Math.max(0, in.read(buffer, 0, buffer.length));
    return filled > 0;
  }

  /** Offset of the line's first byte. */
  long start() {
    return start;
  }

  /** Offset after the line's last byte, excluding the line end. */
  long end() {
    return end;
  }

  /** Offset after the line end. */
  long nextStart() {
    return next;
  }

  /** Bytes of the line excluding its line end, whether or not kept. */
  long length() {
    return end - start;
  }

  /** The kept bytes; valid until the next line. */
  byte[] kept() {
    return kept;
  }

  int keptLength() {
    return keptLength;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
