package dev.agentmailbox.server.delivery;

import dev.agentmailbox.server.net.Listener;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A next hop that answers what it is told. Steps are {@code CONNECT}, a command's first word in
 * upper case, a whole command line, {@code BODY} (an AUTH LOGIN line) and {@code DOT}.
 */
final class ScriptedSink implements AutoCloseable {
  /** Closes the connection instead of answering. */
  static final String CUT = "CUT";

  /** Answers nothing and waits for the client to go. */
  static final String SILENCE = "SILENCE";

  private static final Map<String, String> USUAL =
      Map.of(
          "CONNECT", "220 sink.example ESMTP",
          "EHLO", "250-sink.example\r\n250-SIZE 1000000\r\n250 8BITMIME",
          "HELO", "250 sink.example",
          "DATA", "354 go on",
          "DOT", "250 2.0.0 queued as 1",
          "QUIT", "221 2.0.0 bye");

  final Map<String, String> answers = new ConcurrentHashMap<>(USUAL);
  final List<String> commands = new CopyOnWriteArrayList<>();
  final List<String> messages = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();

  /** Bytes of replies in one connection after which it is cut. */
  volatile int replyBytes = Integer.MAX_VALUE;

  /** For STARTTLS, and from the start when {@link #secureFromTheStart}. */
  volatile @Nullable SSLContext tls;

  volatile boolean secureFromTheStart;

  private final Listener listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  ScriptedSink() throws IOException {
    this(InetAddress.getLoopbackAddress(), 0);
  }

  /** On a loopback address of its own, so that several hosts have one port. */
  ScriptedSink(InetAddress address, int port) throws IOException {
    listener = new Listener(address, port, this::serve);
  }

  int port() {
    return listener.port();
  }

  /** How often a command with this beginning was read. */
  long count(String beginning) {
    return commands.stream().filter(command -> command.startsWith(beginning)).count();
  }

  private void serve(Socket socket) {
    open.add(socket);
    connections.incrementAndGet();
    try (socket) {
      new Talk(secureFromTheStart ? secure(socket) : socket).run();
    } catch (IOException e) {
      commands.add("# lost");
    } finally {
      open.remove(socket);
    }
  }

  private SSLSocket secure(Socket plain) throws IOException {
    SSLContext context = tls;
    if (context == null) {
      throw new IOException("no TLS here");
    }
    SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(plain, null, true);
    secure.setUseClientMode(false);
    secure.startHandshake();
    return secure;
  }

  /** Closes every open connection, as a server that was idle too long does. */
  void cutAll() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cutAll();
  }

  private final class Talk {
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private int left = replyBytes;
    private boolean over;

    Talk(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
      this.out = socket.getOutputStream();
    }

    void run() throws IOException {
      answer("CONNECT", "CONNECT");
      while (!over) {
        String line = line();
        if (line == null) {
          return;
        }
        commands.add(line);
        String verb = line.replaceFirst(" .*", "").toUpperCase(java.util.Locale.ROOT);
        String answer = answer(line, verb);
        if (verb.equals("DATA") && answer.startsWith("354")) {
          messages.add(body());
          answer("DOT", "DOT");
        } else if (verb.equals("STARTTLS") && answer.startsWith("220")) {
          socket = secure(socket);
          in = new BufferedInputStream(socket.getInputStream());
          out = socket.getOutputStream();
        } else if (verb.equals("QUIT")) {
          return;
        }
      }
    }

    private String answer(String line, String verb) throws IOException {
      String answer = answers.getOrDefault(line, answers.getOrDefault(verb, "250 ok"));
      if (answer.equals(SILENCE)) {
        over = in.read() < 0;
        return answer;
      }
      if (answer.equals(CUT)) {
        over = true;
        socket.close();
        return answer;
      }
      byte[] bytes = (answer + "\r\n").getBytes(StandardCharsets.UTF_8);
      int length = Math.min(left, bytes.length);
      out.write(bytes, 0, length);
      out.flush();
      left -= length;
      if (length < bytes.length) {
        over = true;
        socket.close();
      }
      return answer;
    }

    private @Nullable String line() throws IOException {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          return null;
        }
        line.write(next);
      }
      return line.toString(StandardCharsets.UTF_8).replace("\r", "");
    }

    /** The raw bytes up to and with the final dot. */
    private String body() throws IOException {
      StringBuilder body = new StringBuilder("\r\n");
      while (body.length() < 5 || body.indexOf("\r\n.\r\n", body.length() - 5) < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("lost in the message");
        }
        body.append((char) next);
      }
      return body.substring(2);
    }
  }
}
