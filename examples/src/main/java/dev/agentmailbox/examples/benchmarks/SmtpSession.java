package dev.agentmailbox.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An SMTP session that stays open. Confined to one thread. */
final class SmtpSession implements AutoCloseable {
  private final Socket socket;
  private final BufferedReader in;

  SmtpSession(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    expect("220");
    say("HELO bench.example\r\n", "250");
  }

  /**
   * Delivers a message of sender {@code s<n>@bench.example}; returns when it is accepted.
   *
   * @param text lines that end with CRLF, none of which begins with a dot
   */
  void deliver(long n, String to, String text) throws IOException {
    say("MAIL FROM:<s" + n + "@bench.example>\r\n", "250");
    say("RCPT TO:<" + to + ">\r\n", "250");
    say("DATA\r\n", "354");
    say(
        "From: s%d@bench.example\r\nTo: %s\r\nSubject: Order %d\r\nMessage-ID: <%d@bench.example>\r\n\r\n%s.\r\n"
            .formatted(n, to, n, n, text),
        "250");
  }

  private void say(String text, String code) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    expect(code);
  }

  private void expect(String code) throws IOException {
    String line = in.readLine();
    if (line == null || !line.startsWith(code)) {
      throw new IOException("unexpected reply: " + line);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
