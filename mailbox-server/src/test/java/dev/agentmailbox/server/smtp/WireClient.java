package dev.agentmailbox.server.smtp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that writes exactly what it is told and reads replies. */
final class WireClient implements AutoCloseable {
  private static final int READ_MILLIS = 10_000;

  Socket socket;
  InputStream in;
  OutputStream out;

  WireClient(int port) throws IOException {
    use(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  void use(Socket other) throws IOException {
    socket = other;
    socket.setSoTimeout(READ_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** Connected, and through EHLO. */
  static WireClient greeted(int port) throws IOException {
    WireClient client = new WireClient(port);
    client.reply();
    client.say("EHLO client.example");
    return client;
  }

  /** Ready for the message: 354 was read. */
  static WireClient inData(int port) throws IOException {
    WireClient client = greeted(port);
    client.say("MAIL FROM:<a@sender.example>");
    client.say("RCPT TO:<b@agents.example>");
    client.say("DATA");
    return client;
  }

  String say(String line) throws IOException {
    send(line + "\r\n");
    return reply();
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** All lines of one reply, joined by newline; empty at the end of the connection. */
  String reply() throws IOException {
    StringBuilder reply = new StringBuilder();
    while (true) {
      String line = line();
      reply.append(line);
      if (line.length() < 4 || line.charAt(3) != '-') {
        return reply.toString();
      }
      reply.append('\n');
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** Everything up to the end of the connection. */
  String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
