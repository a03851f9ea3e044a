package dev.agentmailbox.server.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A loopback port of a test, with a thread for each connection. */
public final class Listener implements AutoCloseable {
  private static final int BACKLOG = 50;

  private final ServerSocket socket;
  private final Consumer<Socket> serve;
  private final Thread acceptor;

  /**
   * Listens at once.
   *
   * @param port 0 for a free one
   * @param serve given each connection, which it closes, on a thread of its own
   */
  public Listener(InetAddress address, int port, Consumer<Socket> serve) throws IOException {
    this.socket = new ServerSocket(port, BACKLOG, address);
    this.serve = serve;
    this.acceptor = daemon(this::accept);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "test-listener");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  public int port() {
    return socket.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = socket.accept();
        daemon(() -> serve.accept(connection));
      }
    } catch (IOException closed) {
      return;
    }
  }

  /**
   * The port refuses connections from here on. Closing the socket alone is not enough: the system
   * listens until the call of {@code accept} in progress has returned.
   */
  @Override
  public void close() throws IOException {
    socket.close();
    try {
      acceptor.join(TimeUnit.SECONDS.toMillis(60));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (acceptor.isAlive()) {
      throw new IOException("still accepting connections");
    }
  }
}
