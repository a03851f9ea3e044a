package dev.agentmailbox.server.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** The simplest client there is: one connection, one message after the other. */
final class SmtpSender implements AutoCloseable {
  private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

  private final Socket socket = new Socket();
  private final BufferedReader in;
  private final OutputStream out;

  SmtpSender(int port) throws IOException {
    this(port, TIME_LIMIT);
  }

  /** One that waits for no answer for longer than that. */
  SmtpSender(int port, Duration limit) throws IOException {
    int millis = Math.toIntExact(limit.toMillis());
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
    socket.setSoTimeout(millis);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    out = socket.getOutputStream();
    expect("220");
    command("EHLO client.test", "250");
  }

  /** Sends one message; returns only when the server said 250 to it. */
  void send(String from, String to, String... lines) throws IOException {
    send(from, to, (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8));
  }

  /** As above, with CRLF lines as bytes. */
  void send(String from, String to, byte[] message) throws IOException {
    command("MAIL FROM:<" + from + ">", "250");
    command("RCPT TO:<" + to + ">", "250");
    command("DATA", "354");
    out.write(stuffed(message));
    command(".", "250");
  }

  private static byte[] stuffed(byte[] message) {
    byte[] result = new byte[message.length * 2];
    int length = 0;
    boolean lineStart = true;
    for (byte b : message) {
      if (lineStart && b == '.') {
        result[length++] = '.';
      }
      result[length++] = b;
      lineStart = b == '\n';
    }
    return Arrays.copyOf(result, length);
  }

  private void command(String line, String expected) throws IOException {
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    expect(expected);
  }

  private void expect(String code) throws IOException {
    String line = in.readLine();
    while (line != null && line.length() > 3 && line.charAt(3) == '-') {
      line = in.readLine();
    }
    if (line == null || !line.startsWith(code)) {
      throw new IOException("expected " + code + " but the server said " + line);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
