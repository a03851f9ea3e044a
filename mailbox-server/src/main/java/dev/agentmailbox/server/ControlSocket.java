package dev.agentmailbox.server;

import dev.agentmailbox.port.StoreException;
import dev.agentmailbox.store.jdbc.content.OwnerOnly;
import dev.agentmailbox.thread.DaemonThreads;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where commands of the same machine reach a running server: a Unix domain socket in the data
 * directory, which only the directory's owner can open. One request at a time: a line with a word
 * and a path. The answer is lines: {@code +} and how far it is, at last {@code =} and the result or
 * {@code !} and why not. A client that goes away ends its request.
 */
final class ControlSocket implements AutoCloseable {
  static final String FILE = "control.sock";
  static final char PROGRESS = '+';
  static final char DONE = '=';
  static final char FAILED = '!';

  private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
  private static final int MAX_REQUEST_BYTES = 8 * 1024;
  private static final long REQUEST_MILLIS = 5_000;
  private static final long END_MILLIS = 3_000;

  private final Path file;
  private final ServerSocketChannel server;
  private final Handler handler;
  private final Thread thread;
  private volatile boolean closed;

  /** Does what is asked for. */
  @FunctionalInterface
  interface Handler {
    /**
     * Answers a request.
     *
     * @param progress gets lines
     * @return the result, one line
     */
    String handle(String word, Path path, Consumer<String> progress) throws IOException;
  }

  private ControlSocket(Path file, ServerSocketChannel server, Handler handler) {
    this.file = file;
    this.server = server;
    this.handler = handler;
    this.thread = DaemonThreads.named("control", this::run);
    thread.start();
  }

  /**
   * Opens the socket of a data directory that belongs to this process.
   *
   * @return empty where there are no such sockets or the path is too long for one
   */
  static Optional<ControlSocket> open(Path dataDirectory, Handler handler) {
    Path file = dataDirectory.resolve(FILE);
    try {
      Files.deleteIfExists(file);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        server.bind(UnixDomainSocketAddress.of(file));
        OwnerOnly.restrict(file);
        return Optional.of(new ControlSocket(file, server, handler));
      } catch (IOException | RuntimeException e) {
        server.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      // Whatever keeps it shut, the server works without it.
      LOG.warn(
          "commands cannot reach this server, so a backup needs it stopped: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private void run() {
    while (!closed) {
      try (SocketChannel client = server.accept()) {
        answer(client);
      } catch (IOException e) {
        if (!closed) {
          LOG.info("a command went away: {}", e.getMessage());
        }
      }
    }
  }

  private void answer(SocketChannel client) throws IOException {
    String[] request = read(client).split(" ", 2);
    try {
      if (request.length < 2) {
        throw new IOException("no request in time");
      }
      String result =
          handler.handle(
              request[0],
              Path.of(request[1]),
              line -> {
                try {
                  write(client, PROGRESS, line);
                } catch (IOException e) {
                  throw new StoreException("the command went away", e);
                }
              });
      write(client, DONE, result);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{}: {}", request[0], e.getMessage());
      write(client, FAILED, String.valueOf(e.getMessage()));
    }
  }

  private static String read(SocketChannel client) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MAX_REQUEST_BYTES);
    client.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      SelectionKey key = client.register(selector, SelectionKey.OP_READ);
      while (selector.select(REQUEST_MILLIS) > 0 && client.read(bytes) > 0) {
        selector.selectedKeys().clear();
        if (bytes.get(bytes.position() - 1) == '\n') {
          break;
        }
      }
      key.cancel();
    }
    client.configureBlocking(true);
    return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8).strip();
  }

  private static void write(SocketChannel client, char kind, String line) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap((kind + line.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      client.write(bytes);
    }
  }

  /** Ends a request under way. */
  @Override
  public void close() {
    closed = true;
    try {
      server.close();
      thread.interrupt();
      thread.join(END_MILLIS);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("the control socket did not close in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
