package dev.agentmailbox.server.smtp;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The socket used by the SMTP library. It intercepts replies to count bad commands, since the
 * library itself replies to unknown ones. It also closes gracefully after a refusal: closing a
 * socket with unread input resets it, which can destroy the reply before it is read.
 */
final class ConversationSocket extends Socket {
  /** Maximum bad commands per connection; the last one is answered with 421. */
  static final int BAD_COMMANDS = 10;

  /** Code and space. */
  private static final int SHORTEST_REPLY = 4;

  private static final int ENHANCED_BYTES = 6;
  private static final int LINGER_BYTES = 256 * 1024;
  private static final Duration LINGER = Duration.ofMillis(500);
  private static final int LINGER_STEP_MILLIS = 100;
  private static final String TOO_MANY = "421 4.7.0 Too many errors, closing connection\r\n";

  private final Socket inner;
  private int badCommands;
  private boolean refusedLast;
  private boolean closed;

  ConversationSocket(Socket inner) {
    this.inner = inner;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return inner.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new Replies(inner.getOutputStream());
  }

  @Override
  public InetAddress getInetAddress() {
    return inner.getInetAddress();
  }

  @Override
  public int getPort() {
    return inner.getPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return inner.getRemoteSocketAddress();
  }

  @Override
  public synchronized void setSoTimeout(int milliseconds) throws SocketException {
    inner.setSoTimeout(milliseconds);
  }

  @Override
  public boolean isBound() {
    return inner.isBound();
  }

  @Override
  public boolean isClosed() {
    return inner.isClosed();
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (refusedLast && !inner.isClosed()) {
        linger();
      }
    } finally {
      inner.close();
    }
  }

  private void linger() throws IOException {
    inner.shutdownOutput();
    inner.setSoTimeout(LINGER_STEP_MILLIS);
    long until = System.nanoTime() + LINGER.toNanos();
    byte[] discarded = new byte[8192];
    int total = 0;
    InputStream in = inner.getInputStream();
    while (total < LINGER_BYTES && System.nanoTime() < until) {
      int read;
      try {
        read = in.read(discarded);
      } catch (SocketTimeoutException e) {
        continue; // Ends at the deadline above.
      }
      if (read < 0) {
        return;
      }
      total += read;
    }
  }

  /** The library flushes each reply as one write. */
  private final class Replies extends FilterOutputStream {
    Replies(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length < SHORTEST_REPLY) {
        out.write(bytes, offset, length);
        return;
      }
      refusedLast = bytes[offset] == '4' || bytes[offset] == '5';
      if (isBadCommand(bytes, offset) && ++badCommands >= BAD_COMMANDS) {
        out.write(TOO_MANY.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        ConversationSocket.this.close();
        return;
      }
      int textStart = offset + SHORTEST_REPLY;
      if (refusedLast && bytes[textStart - 1] == ' ' && bytes[textStart] > '9') {
        byte[] whole = new byte[length + ENHANCED_BYTES];
        System.arraycopy(bytes, offset, whole, 0, SHORTEST_REPLY);
        System.arraycopy(enhanced(bytes, offset), 0, whole, SHORTEST_REPLY, ENHANCED_BYTES);
        System.arraycopy(
            bytes, textStart, whole, SHORTEST_REPLY + ENHANCED_BYTES, length - SHORTEST_REPLY);
        out.write(whole, 0, whole.length);
        return;
      }
      out.write(bytes, offset, length);
    }

    /** Adds enhanced codes (RFC 2034) to the library's own replies. */
    private byte[] enhanced(byte[] bytes, int offset) {
      String code = bytes[offset] == '4' ? "4.4.2 " : "5.5.2 ";
      return code.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
      ConversationSocket.this.close();
    }

    /** 500 to 504 are about commands (RFC 5321 section 4.2.2), 555 about their parameters. */
    private boolean isBadCommand(byte[] bytes, int offset) {
      byte second = bytes[offset + 1];
      byte third = bytes[offset + 2];
      return bytes[offset] == '5'
          && ((second == '0' && third <= '4') || (second == '5' && third == '5'));
    }
  }
}
