package dev.agentmailbox.store.jdbc.content;

import java.io.IOException;
import java.io.InputStream;

/** Reads content chunk by chunk on demand. Belongs to one thread. */
public final class PartsInputStream extends InputStream {
  private final long size;
  private final Parts parts;
  private byte[] current = new byte[0];
  private int position;
  private int next;
  private long left;

  /**
   * Starts at the first chunk.
   *
   * @param size total bytes
   */
  public PartsInputStream(long size, Parts parts) {
    this.size = size;
    this.left = size;
    this.parts = parts;
  }

  /** Supplies the chunks. */
  @FunctionalInterface
  public interface Parts {
    /** The bytes of a chunk; empty when it does not exist. */
    byte[] read(int part) throws IOException;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0) {
      return -1;
    }
    if (position == current.length) {
      current = parts.read(next++);
      position = 0;
      if (current.length == 0) {
        throw new IOException("content of " + size + " bytes ends " + left + " bytes too early");
      }
    }
    int count = Math.min(length, current.length - position);
    System.arraycopy(current, position, target, offset, count);
    position += count;
    left -= count;
    return count;
  }
}
