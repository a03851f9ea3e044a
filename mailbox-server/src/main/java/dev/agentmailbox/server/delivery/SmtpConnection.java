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
 * One connection to an SMTP server: lines out, replies in, both bounded. It does not know what they
 * mean. Belongs to one thread at a time; only {@link #cut} may come from another.
 */
final class SmtpConnection {
  private static final Logger log = LoggerFactory.getLogger(SmtpConnection.class);

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
   * @param socket what is spoken through: the same, or TLS on it
   */
  SmtpConnection(Socket wire, Socket socket, Duration replyLimit) throws IOException {
    this.wire = wire;
    this.replyLimit = replyLimit;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = new BufferedOutputStream(socket.getOutputStream(), WRITE_BYTES);
  }

  /** The TCP connection, below any TLS. */
  Socket wire() {
    return wire;
  }

  /** Goes on over TLS; what was read in clear and not used is forgotten. */
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

  /** Writes a line and reads its reply. */
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

  /**
   * A server that spoke before it was asked may be answering something we did not send; its words
   * must not be taken for the reply to the next command.
   */
  void refuseUnexpectedInput() throws IOException {
    if (in.available() > 0) {
      throw new ProtocolException("the server spoke unasked");
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
        throw new ProtocolException("the server answered with no SMTP reply");
      }
      int lineCode = Integer.parseInt(line.substring(0, 3));
      if (code != 0 && lineCode != code) {
        throw new ProtocolException("the server answered with two codes in one reply");
      }
      if (lines.size() == REPLY_LINES) {
        throw new ProtocolException("the server answered with too many lines");
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
        throw new ProtocolException("the server answered with a line too long");
      }
      line.append(next >= ' ' && next < 0x7f ? (char) next : next == '\r' ? '\r' : '?');
    }
    int end = line.length();
    boolean endsWithReturn = end > 0 && line.charAt(end - 1) == '\r';
    return line.substring(0, endsWithReturn ? end - 1 : end).replace('\r', '?');
  }

  /** Notes that a message was handed over and the connection is ready for another. */
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

  /** Whether nothing has come in since it was last used. A dead peer is not noticed. */
  boolean isQuiet() {
    try {
      return !socket.isClosed() && in.available() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Says QUIT, waits a moment for the answer, and closes. */
  void quit() {
    try {
      send("QUIT");
      socket.setSoTimeout((int) FAREWELL.toMillis());
      // One read, whatever it brings: a server that answers slowly must not hold us up.
      log.trace("{} bytes of farewell", in.read(new byte[REPLY_LINE_BYTES]));
    } catch (IOException e) {
      log.debug("an SMTP server did not say goodbye: {}", e.toString());
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
      log.debug("a connection could not be closed: {}", e.toString());
    }
  }
}
