package dev.agentmailbox.server.delivery;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to an SMTP server: sends lines and reads replies, both bounded, without interpreting
 * them. Belongs to one thread at a time; only {@link #cut} may be called from another.
 */
final class SmtpConnection {
  private static final Logger LOG = LoggerFactory.getLogger(SmtpConnection.class);

  private static final int REPLY_LINE_BYTES = 2000;
  private static final int REPLY_LINES = 100;
  private static final int WRITE_BYTES = 16 * 1024;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final Socket wire;
  private final Duration replyLimit;
  private Socket socket;
  private InputStream in;
  private OutputStream out;
  private Map<String, String> extensions = Map.of();
  private int messages;
  private long lastUsedNanos = System.nanoTime();

  /**
   * @param wire the TCP connection
   * @param socket the same socket, or TLS on top of it
   */
  SmtpConnection(Socket wire, Socket socket, Duration replyLimit) throws IOException {
    this.wire = wire;
    this.replyLimit = replyLimit;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = new BufferedOutputStream(socket.getOutputStream(), WRITE_BYTES);
  }

  /** The TCP socket below any TLS. */
  Socket wire() {
    return wire;
  }

  /** Switches to TLS; discards input buffered in clear. */
  void continueOver(Socket secure) throws IOException {
    socket = secure;
    in = new BufferedInputStream(secure.getInputStream());
    out = new BufferedOutputStream(secure.getOutputStream(), WRITE_BYTES);
    extensions = Map.of();
  }

  /** Extensions by keyword in upper case, with their parameters. */
  Map<String, String> extensions() {
    return extensions;
  }

  void offers(Map<String, String> offered) {
    extensions = Map.copyOf(offered);
  }

  boolean offers(String keyword) {
    return extensions.containsKey(keyword);
  }

  OutputStream out() {
    return out;
  }

  /** Sends a command and reads its reply. */
  SmtpReply command(String line) throws IOException {
    send(line);
    return reply(replyLimit);
  }

  private void send(String line) throws IOException {
    if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
      throw new ProtocolException("a command of more than one line");
    }
    refuseUnexpectedInput();
    out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Unsolicited input may be injected, and must not be taken for the reply to the next command. */
  void refuseUnexpectedInput() throws IOException {
    if (in.available() > 0) {
      throw new ProtocolException("the server sent an unsolicited reply");
    }
  }

  /** Reads one reply. */
  SmtpReply reply(Duration limit) throws IOException {
    socket.setSoTimeout((int) limit.toMillis());
    List<String> lines = new ArrayList<>();
    int code = 0;
    boolean more = true;
    while (more) {
      String line = line();
      if (!line.matches("[2-5][0-9][0-9]([ -].*)?")) {
        throw new ProtocolException("the server sent an invalid reply");
      }
      int lineCode = Integer.parseInt(line.substring(0, 3));
      if (code != 0 && lineCode != code) {
        throw new ProtocolException("the server sent a reply with different codes");
      }
      if (lines.size() == REPLY_LINES) {
        throw new ProtocolException("the server sent a reply with too many lines");
      }
      code = lineCode;
      lines.add(line.length() > 4 ? line.substring(4) : "");
      more = line.length() > 3 && line.charAt(3) == '-';
    }
    return new SmtpReply(code, lines);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (line.length() == REPLY_LINE_BYTES) {
        throw new ProtocolException("the server sent a line that is too long");
      }
      line.append(next >= ' ' && next < 0x7f ? (char) next : next == '\r' ? '\r' : '?');
    }
    int end = line.length();
    boolean endsWithReturn = end > 0 && line.charAt(end - 1) == '\r';
    return line.substring(0, endsWithReturn ? end - 1 : end).replace('\r', '?');
  }

  /** Records that a message was handed over and the connection can be reused. */
  void used() {
    messages++;
    lastUsedNanos = System.nanoTime();
  }

  int messages() {
    return messages;
  }

  Duration idle() {
    return Duration.ofNanos(System.nanoTime() - lastUsedNanos);
  }

  /** Whether no input has arrived since the last use. Does not detect a dead peer. */
  boolean isQuiet() {
    try {
      return !socket.isClosed() && in.available() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends QUIT, waits briefly for the reply, and closes. */
  void quit() {
    try {
      send("QUIT");
      socket.setSoTimeout((int) FAREWELL.toMillis());
      // A single read: a slow server must not delay us.
      LOG.trace("{} bytes in reply to QUIT", in.read(new byte[REPLY_LINE_BYTES]));
    } catch (IOException e) {
      LOG.debug("an SMTP server did not reply to QUIT: {}", e.toString());
    } finally {
      cut();
    }
  }

  /** Closes at once. */
  void cut() {
    closeQuietly(socket);
  }

  static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("closing a connection failed: {}", e.toString());
    }
  }
}
