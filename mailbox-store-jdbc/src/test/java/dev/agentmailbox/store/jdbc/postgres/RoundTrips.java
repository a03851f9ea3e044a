package dev.agentmailbox.store.jdbc.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy before PostgreSQL that counts round trips: how often a client speaks after the database
 * has spoken. Thread safe.
 */
final class RoundTrips implements AutoCloseable {
  private final ServerSocket socket;
  private final String host;
  private final int port;
  private final AtomicInteger trips = new AtomicInteger();

  /** A proxy before the database of a URL. */
  RoundTrips(PostgresUrl database) throws IOException {
    String address = database.place().substring(0, database.place().indexOf('/'));
    int colon = address.lastIndexOf(':');
    this.host = address.substring(0, colon);
    this.port = Integer.parseInt(address.substring(colon + 1));
    this.socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  /** The URL of the same database, through this proxy. */
  PostgresUrl through(PostgresUrl database) {
    String address = "127.0.0.1:" + socket.getLocalPort();
    return new PostgresUrl(
        database.jdbcUrl().replace(host + ":" + port, address),
        database.place().replace(host + ":" + port, address),
        database.user(),
        database.password());
  }

  /** The round trips since the last call. */
  int take() {
    return trips.getAndSet(0);
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Socket database = new Socket(host, port);
        client.setTcpNoDelay(true);
        database.setTcpNoDelay(true);
        AtomicBoolean answered = new AtomicBoolean(true);
        start(
            () -> copy(client, database, () -> trips.addAndGet(answered.getAndSet(false) ? 1 : 0)));
        start(() -> copy(database, client, () -> answered.set(true)));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "round-trips");
    thread.setDaemon(true);
    thread.start();
  }

  /** Copies until one of them closes; notes before each part. */
  private static void copy(Socket from, Socket to, Runnable note) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[64 * 1024];
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        note.run();
        out.write(buffer, 0, read);
      }
    } catch (IOException closed) {
      // The other direction ends too.
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
