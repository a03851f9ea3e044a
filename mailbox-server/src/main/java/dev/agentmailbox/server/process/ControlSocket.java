package dev.agentmailbox.server.process;

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
 * The control interface of a running server: a Unix domain socket in the data directory, accessible
 * only to the directory's owner. Handles one request at a time: a line with a command word and a
 * path. The response is lines: {@code +} with progress, finally {@code =} with the result or {@code
 * !} with the reason of a failure. A client that disconnects cancels its request.
 */
public final class ControlSocket implements AutoCloseable {
  /** Name in the data directory. */
  public static final String FILE = "control.sock";

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

  /** Handles requests. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Handles a request.
     *
     * @param progress receives progress lines
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
   * @return empty where Unix domain sockets are not supported or the path is too long
   */
  public static Optional<ControlSocket> open(Path dataDirectory, Handler handler) {
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
      // The server works without it.
      LOG.warn(
          "the control socket cannot be opened, so a backup needs a stopped server: {}",
          e.getMessage());
      return Optional.empty();
    }
  }

  private void run() {
    while (!closed) {
      try (SocketChannel client = server.accept()) {
        answer(client);
      } catch (IOException e) {
        if (!closed) {
          LOG.info("the client of a command disconnected: {}", e.getMessage());
        }
      }
    }
  }

  private void answer(SocketChannel client) throws IOException {
    String[] request = read(client).split(" ", 2);
    try {
      if (request.length < 2) {
        throw new IOException("timed out waiting for the request");
      }
      String result =
          handler.handle(
              request[0],
              Path.of(request[1]),
              line -> {
                try {
                  write(client, PROGRESS, line);
                } catch (IOException e) {
                  throw new StoreException("the client of the command disconnected", e);
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

  /** Cancels the running request. */
  @Override
  public void close() {
    closed = true;
    try {
      server.close();
      thread.interrupt();
      thread.join(END_MILLIS);
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.warn("closing the control socket failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
