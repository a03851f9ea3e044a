package dev.agentmailbox.service.intake.screening;

import java.io.IOException;
import java.io.InputStream;

/** Limits the bytes read from a stream; closing it leaves that stream open. */
class BoundedInputStream extends InputStream {
  private final InputStream in;
  private long left;

  BoundedInputStream(InputStream in, long limit) {
    this.in = in;
    this.left = limit;
  }

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int count = in.read(target, offset, (int) Math.min(length, left));
    left -= Math.max(count, 0);
    return count;
  }
}
