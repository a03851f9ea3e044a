package dev.agentmailbox.http.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A WebSocket by hand, which can leave what the server sends unread. */
final class RawWebSocket implements AutoCloseable {
  private static final int SMALL_BUFFER = 4_096;
  private static final long LOOK_EVERY_NANOS = 50_000_000;
  private static final int CLOSE = 8;
  private static final int PING = 9;

  /** A length that stands in the next two bytes. */
  private static final int SIXTEEN_BITS = 126;

  private final Socket socket;

  private RawWebSocket(Socket socket) {
    this.socket = socket;
  }

  static RawWebSocket open(int port, String key) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(SMALL_BUFFER);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket
        .getOutputStream()
        .write(
            ("GET /v0/ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                    + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer "
                    + key
                    + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    socket.setSoTimeout(10_000);
    return new RawWebSocket(socket);
  }

  void awaitUpgrade() throws IOException {
    awaitText("\r\n\r\n");
  }

  /** Reads until the text was seen, and no further. */
  void awaitText(String text) throws IOException {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    while (!seen.toString(StandardCharsets.ISO_8859_1).contains(text)) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("closed after " + seen);
      }
      seen.write(b);
    }
  }

  /** Reads frames until a ping comes, and does not answer it. */
  void awaitPing() throws IOException {
    byte[] unused = await(PING);
  }

  /** Reads frames until the close frame; returns its code. */
  int awaitClose() throws IOException {
    byte[] payload = await(CLOSE);
    return ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
  }

  private byte[] await(int wanted) throws IOException {
    InputStream in = socket.getInputStream();
    while (true) {
      int opcode = in.read() & 0x0f;
      int length = in.read();
      if (length < 0) {
        throw new IOException("closed");
      }
      if (length == SIXTEEN_BITS) {
        length = (in.read() << 8) | in.read();
      }
      byte[] payload = in.readNBytes(length);
      if (opcode == wanted) {
        return payload;
      }
    }
  }

  /** A short text frame, masked with zeros. */
  void send(String text) throws IOException {
    byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(0x81);
    frame.write(0x80 | payload.length);
    frame.write(new byte[4]);
    frame.write(payload);
    socket.getOutputStream().write(frame.toByteArray());
  }

  /** Whether the server has closed the connection, found out without reading. */
  boolean isCut() {
    try {
      // An unmasked pong is ignored while the connection is whole; on a cut one writing fails.
      socket.getOutputStream().write(new byte[] {(byte) 0x8a, (byte) 0x80, 0, 0, 0, 0});
      return false;
    } catch (IOException cut) {
      return true;
    }
  }

  boolean isCutWithin(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (System.nanoTime() < deadline) {
      if (isCut()) {
        return true;
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
