package dev.agentmailbox.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A socket that says exactly what it is told. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;

  public RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  public RawClient write(String text) throws IOException {
    return write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public RawClient write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
    return this;
  }

  /** Everything the server says until it closes, resets, or is silent for that long. */
  public String readAll(int silenceMillis) throws IOException {
    socket.setSoTimeout(silenceMillis);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[8192];
    try {
      int read;
      while ((read = in.read(buffer)) >= 0) {
        bytes.write(buffer, 0, read);
      }
      bytes.writeBytes("[closed]".getBytes(StandardCharsets.US_ASCII));
    } catch (SocketTimeoutException silent) {
      bytes.writeBytes("[open]".getBytes(StandardCharsets.US_ASCII));
    } catch (SocketException reset) {
      bytes.writeBytes("[closed]".getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  /** Everything the server says until it closes. */
  public String readAll() throws IOException {
    return readAll(PATIENCE_MILLIS);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
